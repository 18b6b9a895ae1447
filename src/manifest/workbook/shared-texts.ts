import { unescaped } from './cell-value.js';
import type { PackageParts } from './package-parts.js';
import { damagedWorkbook } from './workbook-fault.js';
import { readXml } from './xml-events.js';

const MOST_TEXTS = 20_000_000;

/** The texts that cells name by number; of a text in several styles its runs together, without their reading aids. */
export async function readSharedTexts(parts: PackageParts, part: string | undefined): Promise<readonly string[]> {
  const texts: string[] = [];
  if (part === undefined || !parts.has(part)) return texts;
  let text = '';
  let taken = false;
  let aids = 0;
  await readXml(parts, part, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') aids++;
      else if (name === 't') taken = aids === 0;
    },
    close(name) {
      if (name === 'si') {
        if (texts.length === MOST_TEXTS) throw damagedWorkbook('it has too many texts');
        texts.push(unescaped(text));
      } else if (name === 'rPh') aids--;
      else if (name === 't') taken = false;
    },
    text(piece) {
      if (taken) text += piece;
    },
  });
  return texts;
}
