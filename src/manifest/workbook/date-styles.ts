import type { PackageParts } from './package-parts.js';
import { readXml } from './xml-events.js';

/** Formats of dates and times that every workbook has, by number. */
const BUILT_IN: readonly (readonly [from: number, to: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

/** For each style that a cell may name, whether it shows a number as a date or a time. */
export async function readDateStyles(parts: PackageParts, part: string | undefined): Promise<readonly boolean[]> {
  const styles: boolean[] = [];
  if (part === undefined || !parts.has(part)) return styles;
  const own = new Map<string, boolean>();
  let inCells = false;
  await readXml(parts, part, {
    open(name, attributes) {
      if (name === 'numFmt') {
        own.set(attributes['numFmtId'] ?? '', isDateFormat(attributes['formatCode'] ?? ''));
      } else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells) {
        const format = attributes['numFmtId'] ?? '0';
        styles.push(own.get(format) ?? BUILT_IN.some(([from, to]) => Number(format) >= from && Number(format) <= to));
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return styles;
}

/** `yyyy"年"m"月"d"日"` is one, `0.00_);[Red](0.00)` is none. */
export function isDateFormat(code: string): boolean {
  if (/\[(?:h+|m+|s+)\]/i.test(code)) return true;
  const bare = code.replace(/"[^"]*"|\\.|[_*].|\[[^\]]*\]/g, '').replace(/general|通用格式/gi, '');
  return /[ymdhs年月日时分秒]/i.test(bare);
}
