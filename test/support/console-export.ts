import iconv from 'iconv-lite';
import { type Cell, number, workbook } from './workbook.js';

/** Files as a console of such a service writes them, and the account that they were exported from. */
export interface ConsoleAccount {
  readonly keywords: readonly ConsoleKeyword[];
}

export interface ConsoleKeyword {
  readonly id: string;
  readonly word: string;
  /** Empty: no bid of its own. */
  readonly price: string;
  readonly matchType: keyof typeof MATCH_WORDS;
  readonly isPaused: boolean;
  readonly url: string;
  readonly mobileUrl: string;
}

const MATCH_WORDS = { exact: '精确', phrase: '短语', broad: '广泛', phrase_intelligence: '智能短语' } as const;
const MATCH_TYPES = ['exact', 'phrase', 'broad', 'phrase_intelligence'] as const;
const THINGS = ['女鞋', '男鞋', '跑步鞋', '童鞋', '凉鞋,夏季', '"特价"靴', 'NIKE 鞋'];

/** Every tenth id is longer than a spreadsheet's numbers; every seventh keyword has no bid of its own. */
export function consoleAccount(count: number): ConsoleAccount {
  const keywords = Array.from({ length: count }, (_, n): ConsoleKeyword => {
    const id = n % 10 === 0 ? `31054701510399${String(10_000 + n)}` : String(310_547_015_103 + n);
    return {
      id,
      word: `${THINGS[n % THINGS.length]}${n}`,
      price: n % 7 === 0 ? '' : (0.3 + (n % 400) / 100).toFixed(2),
      matchType: MATCH_TYPES[n % MATCH_TYPES.length] ?? 'exact',
      isPaused: n % 5 === 0,
      url: `https://www.example.com/?kw={keyword}&e=${n}`,
      mobileUrl: n % 3 === 0 ? '' : `https://m.example.com/${n}`,
    };
  });
  return { keywords };
}

/** The keywords as the service holds them; one of forty has another bid by now. */
export function liveKeywords({ keywords }: ConsoleAccount) {
  return keywords.map(({ id, word, price, matchType, isPaused, url, mobileUrl }, n) => ({
    id,
    groupId: '41',
    word,
    price: n % 40 === 1 ? '9.90' : price === '' ? '0' : price,
    matchType,
    optStatus: isPaused ? ('paused' as const) : ('enabled' as const),
    destinationUrl: url,
    mobileDestinationUrl: mobileUrl,
  }));
}

const KEYWORD_HEADINGS = [
  '账户',
  '推广计划名称',
  '推广组名称',
  '关键词ID',
  '关键词',
  '出价（元）',
  '匹配模式',
  '启用状态',
  '访问网址',
  '移动访问网址',
  '质量度',
  '左侧首屏价（元）',
];

/** The export of the keywords alone. */
export function keywordExport({ keywords }: ConsoleAccount): readonly (readonly string[])[] {
  return [
    KEYWORD_HEADINGS,
    ...keywords.map(({ id, word, price, matchType, isPaused, url, mobileUrl }, n) => [
      '鞋城-01',
      `计划${n % 20}`,
      `组${n % 400}`,
      id,
      word,
      price || '--',
      n % 2 === 0 ? MATCH_WORDS[matchType] : `${MATCH_WORDS[matchType]}匹配`,
      isPaused ? '暂停' : '启用',
      url,
      mobileUrl || '--',
      String(1 + (n % 10)),
      '--',
    ]),
  ];
}

const BULK_HEADINGS = [
  '推广计划名称',
  '推广计划每日预算',
  '推广计划状态',
  '推广组名称',
  '推广组出价',
  '推广组状态',
  '关键词',
  '关键词匹配模式',
  '关键词出价',
  '关键词状态',
  '关键词系统状态',
  '关键词建议最低起价',
  '关键词移动链接网址',
  '关键词质量度',
  '组否定关键词',
  '组精确否定关键词',
  '创意标题',
  '创意描述1',
  '创意状态',
  '显示网址',
  '链接网址',
  'ID',
  '物料类型',
  '创建时间',
  '修改时间',
] as const;

/** The bulk file: campaigns, groups, keywords and creatives in one table. */
export function bulkExport({ keywords }: ConsoleAccount): readonly (readonly string[])[] {
  const rows: (readonly string[])[] = [BULK_HEADINGS];
  const add = (cells: Partial<Record<(typeof BULK_HEADINGS)[number], string>>) =>
    rows.push(BULK_HEADINGS.map((heading) => cells[heading] ?? ''));
  for (const [n, { id, word, price, matchType, isPaused, url, mobileUrl }] of keywords.entries()) {
    const campaign = { 推广计划名称: `计划${Math.floor(n / 1000)}` };
    const group = { ...campaign, 推广组名称: `组${Math.floor(n / 50)}` };
    const times = { 创建时间: '2026-01-02 10:00:00', 修改时间: '2026-02-03 11:00:00' };
    if (n % 1000 === 0) {
      add({ ...campaign, ...times, 推广计划每日预算: '100.00', 推广计划状态: '有效', ID: String(1001 + n / 1000) });
    }
    if (n % 50 === 0) {
      const negative = { 组否定关键词: '免费|二手', 组精确否定关键词: '' };
      add({ ...group, ...times, ...negative, 推广组出价: '0.50', 推广组状态: '启用', ID: String(50_001 + n / 50) });
      const texts = {
        创意标题: `好鞋{女鞋}${n}`,
        创意描述1: '包邮, 正品',
        创意状态: '有效',
        显示网址: 'www.example.com',
      };
      add({ ...group, ...times, ...texts, 链接网址: 'https://www.example.com/', ID: String(9_000_001 + n / 50) });
    }
    add({
      ...group,
      ...times,
      关键词: word,
      关键词匹配模式: MATCH_WORDS[matchType],
      关键词出价: price || '--',
      关键词状态: isPaused ? '暂停推广' : '有效',
      关键词系统状态: '正常',
      关键词移动链接网址: mobileUrl || '--',
      链接网址: url,
      ID: id,
      物料类型: '关键词',
    });
  }
  return rows;
}

/** As CSV in GB18030, with the line ends of Windows. */
export function gb18030Csv(rows: readonly (readonly string[])[]): Buffer {
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return iconv.encode(rows.map((row) => `${row.map(cell).join(',')}\r\n`).join(''), 'gb18030');
}

/** As a workbook, with numbers where a spreadsheet would have made numbers of the texts. */
export function asWorkbook(rows: readonly (readonly string[])[]): Buffer {
  return workbook(
    rows.map((row) =>
      row.map((text): Cell => {
        if (text === '') return undefined;
        return /^(?:0|[1-9][0-9]{0,14})(?:\.[0-9]+)?$/.test(text) ? number(String(Number(text))) : text;
      }),
    ),
  );
}
