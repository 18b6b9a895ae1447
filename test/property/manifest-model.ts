/** A small manifest that is edited step by step: what a generated case is interpreted as. */
export interface ModelGroup {
  readonly campaignId: number;
  readonly name: string;
  readonly price: string;
}

export interface ModelApp {
  readonly title: string;
  readonly appUrl: string;
}

export interface Model {
  readonly groups: Record<string, ModelGroup>;
  readonly keywords: Record<string, { price?: string; status?: string; url?: string }>;
  /** `<group>/<creative key>` → which of a few contents. */
  readonly creatives: Record<string, number>;
  readonly apps: Record<string, ModelApp>;
  readonly pictures: Record<string, readonly string[]>;
  moved: { from: string; to: string }[];
  forgotten: string[];
}

export const KEYWORD_IDS = ['80000001', '80000002', '80000003', '9007199254740993'] as const;
export const PICTURE_IDS = ['33001', '33002'] as const;
export const CREATIVE_KEYS = ['sublinks-mobile', 'sublinks-computer'] as const;
const NAMES = ['甲', '乙', '丙', '丁', '戊'] as const;

export function emptyModel(): Model {
  return { groups: {}, keywords: {}, creatives: {}, apps: {}, pictures: {}, moved: [], forgotten: [] };
}

/** One edit: which, and two numbers that choose among what there is. */
export type Edit = readonly [kind: (typeof EDITS)[number], a: number, b: number];

export const EDITS = [
  'add-group',
  'add-group',
  'price',
  'rename',
  'rename-moved',
  'remove-group',
  'forget-group',
  'creative',
  'creative',
  'creative',
  'keyword',
  'keyword',
  'app',
  'picture',
] as const;

const pick = <Item>(list: readonly Item[], number: number): Item | undefined => list[number % Math.max(1, list.length)];

export function applyEdit(model: Model, [kind, a, b]: Edit): void {
  const keys = Object.keys(model.groups);
  const key = pick(keys, a);
  switch (kind) {
    case 'add-group': {
      const fresh = `g${a % 6}`;
      if (model.groups[fresh] === undefined && !touched(model, fresh)) {
        model.groups[fresh] = { campaignId: 1001 + (a % 2), name: pick(NAMES, b) ?? '', price: '1.20' };
      }
      return;
    }
    case 'price':
      if (key !== undefined) edit(model.groups, key, { price: `${1 + (b % 3)}.5` });
      return;
    case 'rename':
    case 'rename-moved': {
      const to = `n${a % 3}${b % 3}`;
      const before = model.moved.filter((one) => one.to === `group/${key}`);
      if (kind === 'rename' && before.length > 0) return;
      if (key === undefined || model.groups[to] !== undefined || touched(model, key) || touched(model, to)) return;
      model.groups[to] = { ...group(model, key) };
      for (const [name, mark] of Object.entries(model.creatives)) {
        if (name.startsWith(`${key}/`)) model.creatives[`${to}/${name.slice(key.length + 1)}`] = mark;
      }
      removeGroup(model, key);
      // Older moves stay and compose: two into one name are refused.
      if (kind === 'rename-moved') model.moved.push({ from: `group/${key}`, to: `group/${to}` });
      return;
    }
    case 'remove-group':
    case 'forget-group':
      if (key === undefined || model.moved.some(({ to }) => to === `group/${key}`)) return;
      removeGroup(model, key);
      if (kind === 'forget-group') model.forgotten.push(`group/${key}`);
      return;
    case 'creative':
      if (key !== undefined) model.creatives[`${key}/${pick(CREATIVE_KEYS, b)}`] = (a + b) % 3;
      return;
    case 'keyword': {
      const fields = [
        { price: `${b % 4}.25` },
        { status: b % 2 ? 'enable' : 'pause' },
        { url: `https://a.example.com/${b % 3}` },
      ];
      const id = pick(KEYWORD_IDS, a) ?? '';
      model.keywords[id] = { ...model.keywords[id], ...pick(fields, a + b) };
      return;
    }
    case 'app':
      // Two apps of one type and link are refused by the manifest stage.
      model.apps[`a${a % 3}`] ??= { title: `应用${a % 3}`, appUrl: `https://dl.example.com/${a % 3}` };
      return;
    case 'picture':
      model.pictures[pick(PICTURE_IDS, a) ?? ''] = [`标签${b % 3}`];
  }
}

const group = (model: Model, key: string): ModelGroup => model.groups[key] ?? { campaignId: 0, name: '', price: '0' };

function edit(groups: Record<string, ModelGroup>, key: string, change: Partial<ModelGroup>): void {
  groups[key] = { ...(groups[key] ?? { campaignId: 0, name: '', price: '0' }), ...change };
}

/** A name that `moved` or `forgotten` speaks of is not used again. */
function touched(model: Model, key: string): boolean {
  const address = `group/${key}`;
  return model.forgotten.includes(address) || model.moved.some(({ from }) => from === address);
}

function removeGroup(model: Model, key: string): void {
  delete model.groups[key];
  for (const name of Object.keys(model.creatives)) if (name.startsWith(`${key}/`)) delete model.creatives[name];
}

/** The manifest as a file; JSON is YAML. */
export function manifestText(model: Model): string {
  const contents = (mark: number) =>
    [0, 1, 2, 3].map((n) => ({ text: `链接${mark}${n}`, url: `https://m.example.com/${mark}/${n}` }));
  return JSON.stringify({
    version: 1,
    groups: Object.fromEntries(Object.entries(model.groups).map(([key, one]) => [key, { ...one }])),
    keywords: Object.entries(model.keywords).map(([id, fields]) => ({ id, ...fields })),
    richCreatives: Object.entries(model.creatives).map(([name, mark]) => {
      const [key, creative] = name.split('/');
      return { groups: [key], creative, content: contents(mark) };
    }),
    apps: Object.fromEntries(
      Object.entries(model.apps).map(([key, one]) => [key, { ...one, type: 'iOS', icon: 'icon.png' }]),
    ),
    pictures: Object.entries(model.pictures).map(([id, tags]) => ({ id, tags })),
    moved: model.moved,
    forgotten: model.forgotten,
  });
}
