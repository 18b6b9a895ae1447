import type { Change, FieldChange, Plan } from '../../src/model/change/plan.js';
import type { ImageValue, Value } from '../../src/model/resource/value.js';

export function field(path: string, parts: Partial<Omit<FieldChange, 'path'>>): FieldChange {
  return { path, drift: false, ...parts };
}

export function change(address: string, action: Change['action'], parts: Partial<Change> = {}): Change {
  const kind = address.slice(0, address.indexOf('/'));
  return { address, kind, action, drift: false, reason: '', fields: [], ...parts };
}

const at = (file: string, line: number) => ({ file, line, column: 5 });

export function image(file: string, sha256: string, bytes = '91234'): ImageValue {
  return { file, type: 'png', width: '225', height: '126', bytes, sha256: sha256.repeat(64 / sha256.length) };
}

const create = (values: Readonly<Record<string, Value>>): FieldChange[] =>
  Object.entries(values).map(([path, desired]) => field(path, { desired }));

/** Every action, every form of a field, and names that try to break out. */
export function samplePlan(): Plan {
  const changes: Change[] = [
    change('group/autumn-shoes', 'create', {
      source: at('ads/shoes.yaml', 4),
      fields: create({
        campaignId: '1001',
        name: '秋季女鞋',
        price: '1.20',
        status: 'enable',
        negativeWords: { phrase: ['免费', '二手, 旧'], exact: ['', ' x '] },
        industryTags: { path: ['10', '1001'], literal: '其他-鞋' },
      }),
    }),
    change('group/\u202eevil\u001b[31m\nname', 'create', {
      source: at('ads/\u0007bell.yaml', 9),
      fields: create({ name: 'zero\u200bwidth\u3000wide\ud800', price: '0' }),
    }),
    change('group/winter', 'import', {
      id: '556677',
      reason: 'The manifest gives an id: the group exists and is adopted as it is.',
      source: at('ads/shoes.yaml', 30),
      fields: create({ campaignId: '1001', name: '冬靴', price: '2' }),
    }),
    change('rich-creative/autumn-shoes/guides-mobile', 'create', {
      source: at('ads/creatives.yaml', 3),
      fields: create({
        content: [
          {
            title: '女鞋',
            links: [
              { text: '新品', url: 'https://m.example.com/new?from={keyword}&campaign=autumn-2024&long=1234567890' },
            ],
          },
          { title: '男鞋', links: [{ text: '特价', url: 'https://m.example.com/sale' }] },
        ],
        status: 'enable',
      }),
    }),
    change('app/shoes-android', 'create', {
      source: at('ads/apps.yaml', 2),
      fields: create({
        title: '鞋城 👟',
        icon: image('icons/shoes.png', 'ab12'),
        copyright: [image('icons/c1.jpg', 'cd34'), image('icons/c2.jpg', 'ef56', '1048576')],
      }),
    }),
    change('keyword/80001234', 'update', {
      id: '80001234',
      reason: 'The manifest asks for other values.',
      source: at('ads/shoes.yaml', 14),
      facts: { word: '女鞋', groupId: '556677', status: 'pending', cause: '' },
      fields: [
        field('price', { desired: '1.00', prior: '0.80', observed: '0.80' }),
        field('url', {
          desired: 'https://www.example.com/autumn/{keyword}?k={wordid}&src=adwright',
          observed: 'https://www.example.com/summer/{keyword}?k={wordid}&src=adwright',
        }),
        field('mobileUrl', { desired: '', observed: 'https://m.example.com/' }),
        field('status', { desired: 'pause', observed: 'enable' }),
      ],
    }),
    change('keyword/9007199254740993', 'update', {
      id: '9007199254740993',
      drift: true,
      reason: 'Changed outside Adwright.',
      source: at('keywords/console.csv', 2),
      facts: { word: '靴子 <b>|`@all`#12', groupId: '778899' },
      fields: [
        field('price', { desired: '0.80', prior: '0.80', observed: '1.00', drift: true }),
        field('matchType', { desired: 'exact', prior: 'phrase', observed: 'phrase' }),
      ],
    }),
    change('keyword/80001236', 'update', {
      id: '80001236',
      source: at('keywords/console.csv', 3),
      facts: { word: '凉鞋', groupId: '778899' },
      observedAt: '2024-06-01T08:03:20Z',
      fields: [field('price', { desired: '0', observed: '3.333' })],
    }),
    change('keyword/80001237', 'update', {
      id: '80001237',
      source: at('keywords/console.csv', 4),
      fields: [field('deeplinkUrl', { desired: 'app://caf\u00e9', observed: 'app://cafe\u0301' })],
    }),
    change('picture/33445', 'update', {
      id: '33445',
      source: at('ads/pictures.yaml', 2),
      fields: [field('tags', { desired: ['夏季', '主图', 'a b'], prior: ['夏季'], observed: ['夏季', '旧'] })],
    }),
    change('app/ios', 'update', {
      id: '7001',
      source: at('ads/apps.yaml', 40),
      fields: [
        field('icon', { desired: image('icons/new.png', 'aa', '90001'), prior: image('icons/old.png', 'bb', '88000') }),
        field('remark', { desired: 'approved', prior: 'draft', observed: 'draft', priorKnown: 'stated' }),
      ],
    }),
    change('group/summer', 'blocked', {
      id: '556600',
      reason: 'The interface has no operation that changes a group.',
      todo: 'Change the bid in the console, then run `adwright accept group/summer`.',
      desiredDigest: '9f8e7d6c',
      source: at('ads/shoes.yaml', 50),
      fields: [
        field('price', { desired: '1.50', prior: '1.20', priorKnown: 'assumed', priorAt: '2024-05-29T06:00:00Z' }),
      ],
    }),
    change('rich-creative/summer/sublinks-mobile', 'blocked', {
      id: '9911',
      reason: 'The interface has no operation that changes a rich creative.',
      todo: 'Edit the set in the console.',
      desiredDigest: '1122aabb',
      fields: [
        field('content', {
          prior: [
            { text: '新品', url: 'https://m.example.com/new' },
            { text: '特价', url: 'https://m.example.com/sale' },
          ],
          desired: [
            { text: '上新', url: 'https://m.example.com/new' },
            { text: '特价', url: 'https://m.example.com/sale' },
            { text: '门店', url: 'https://m.example.com/shops' },
          ],
          priorKnown: 'stated',
          priorAt: '2024-05-31T21:30:00Z',
          priorBy: '李 <li>',
        }),
      ],
    }),
    change('keyword/80009999', 'blocked', {
      id: '80009999',
      reason: 'The service does not return this keyword.',
      todo: 'Check the id in the export of the console; keywords cannot be created through the interface.',
      source: at('ads/shoes.yaml', 60),
      fields: [],
    }),
    change('group/spring', 'unresolved', {
      reason: 'The connection was reset after the call was sent on 2024-06-01T07:00:00Z.',
      todo: 'Look for a group named “春季” in campaign 1001.',
      attempt: { id: 'a1b2c3', endpoint: 'addGroups', at: '2024-06-01T07:00:00Z', position: 0, size: 1 },
      source: at('ads/shoes.yaml', 70),
      blocksChildren: true,
    }),
    change('app/shoes-ios', 'pending', {
      reason: 'Task 55 is not listed yet.',
      todo: 'Nothing; plan again later.',
      source: at('ads/apps.yaml', 20),
    }),
    change('group/old-campaign', 'forget', { id: '556601', reason: 'In no manifest.' }),
  ];
  return {
    account: 'main',
    uid: '1234567',
    manifestDigest: 'm'.repeat(64),
    allow: ['maxPrice'],
    targets: [],
    excludes: [],
    createdAt: '2024-06-01T08:00:00Z',
    digest: '5f2c'.repeat(16),
    summary: { create: 4, update: 6, import: 1, forget: 3, blocked: 3, unresolved: 1, pending: 1, noop: 120, drift: 1 },
    changes,
    findings: [
      {
        rule: 'maxPriceChangePercent',
        address: 'keyword/80001234',
        detail: 'The bid rises by 25%, more than the 20% that the project file allows.',
        source: at('ads/shoes.yaml', 14),
        allowed: false,
      },
      { rule: 'maxPrice', address: 'group/winter', detail: 'A bid of 2 is above 1.50.', allowed: true },
    ],
    diagnostics: [],
  };
}
