import type { Drawing, DrawnThing, ImageValue, Values } from '../../model/index.js';
import { isImageValue } from '../../model/index.js';

/** An app as a store lists it: icon, name, platform, developer, download. */
export function drawApp(values: Values): DrawnThing | undefined {
  const written = (name: string, as: 'title' | 'text'): readonly Drawing[] => {
    const text = values[name];
    return typeof text === 'string' && text !== '' ? [{ text, as }] : [];
  };
  const { icon, appUrl } = values;
  const parts: readonly Drawing[] = [
    ...(isImageValue(icon) ? [{ image: icon as ImageValue, as: 'icon' } as const] : []),
    {
      box: 'column',
      parts: [...written('title', 'title'), ...written('type', 'text'), ...written('developer', 'text')],
    },
    ...(typeof appUrl === 'string' ? [{ text: 'download', as: 'button', url: appUrl } as const] : []),
  ];
  const isEmpty = !isImageValue(icon) && values['title'] === undefined;
  return isEmpty ? undefined : { caption: 'app', device: 'mobile', drawing: { box: 'row', parts } };
}
