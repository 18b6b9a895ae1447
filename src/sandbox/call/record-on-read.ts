import type { WireRecord } from '../../contract/index.js';
import type { Call } from './call.js';
import { urlOnRead } from './stored-url.js';

/** A record as replies show it, under the interface's names and in the forms that the switches ask for. */
export function recordOnRead(
  call: Call,
  table: WireRecord,
  kept: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [name, { is, read }] of Object.entries(table)) {
    const value = kept[name];
    if (read === undefined || value === undefined) continue;
    shown[name] = typeof value === 'string' ? onRead(call, is, value) : value;
  }
  return shown;
}

function onRead(call: Call, is: WireRecord[string]['is'], text: string): unknown {
  switch (is) {
    case 'id':
      return call.forms.idText(text);
    case 'money':
      return call.forms.money(text);
    case 'url':
      return urlOnRead(call, text);
    case 'reason':
      return call.forms.cause(text);
    default:
      return text;
  }
}
