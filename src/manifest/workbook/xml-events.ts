import type { PackageParts } from './package-parts.js';
import { damagedWorkbook } from './workbook-fault.js';

export interface XmlEvents {
  /** Names are without their prefix. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Goes through one XML part from its start to its end; `enough` ends the walk early. */
export async function readXml(
  parts: PackageParts,
  part: string,
  events: XmlEvents,
  enough: () => boolean = () => false,
): Promise<void> {
  const { default: sax } = await import('sax');
  const parser = sax.parser(true, { position: false });
  let fault: Error | undefined;
  parser.onerror = (error) => {
    fault ??= error;
  };
  if (events.open !== undefined) {
    const { open } = events;
    parser.onopentag = ({ name, attributes }) => open(local(name), attributes as Record<string, string>);
  }
  if (events.close !== undefined) {
    const { close } = events;
    parser.onclosetag = (name) => close(local(name));
  }
  if (events.text !== undefined) {
    parser.ontext = events.text;
    parser.oncdata = events.text;
  }
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const feed = (text: string) => {
    // A parser in error continues only when told to.
    if (fault === undefined) parser.write(text);
    if (fault !== undefined) throw damagedWorkbook(`${part} is not XML (${fault.message.split('\n')[0]})`);
  };
  for await (const piece of parts.read(part)) {
    feed(decoded(() => decoder.decode(piece, { stream: true }), part));
    if (enough()) return;
  }
  feed(decoded(() => decoder.decode(), part));
  parser.close();
  if (fault !== undefined) throw damagedWorkbook(`${part} ends too early`);
}

function decoded(decode: () => string, part: string): string {
  try {
    return decode();
  } catch {
    throw damagedWorkbook(`${part} is not UTF-8`);
  }
}

function local(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}
