import { unboundOutcomes } from '../../src/app/steps/unbind-outcomes.js';
import { app } from '../../src/kinds/app/index.js';
import { group } from '../../src/kinds/group/index.js';
import { keyword } from '../../src/kinds/keyword/index.js';
import { picture } from '../../src/kinds/picture/index.js';
import { richCreative } from '../../src/kinds/rich-creative/index.js';
import type { CallResult, ItemError, SendResult, UpdateItem } from '../../src/model/index.js';
import { errorOfCall } from '../../src/model/index.js';
import { creative, image, kindPorts } from '../kinds/support.js';

/** A write of three items, read by the project's own client and kinds from the text of a reply. */
export interface Write {
  readonly title: string;
  /** What the reply says of the three, but for its failures. */
  readonly results: object;
  /** Two entries about the third item and the second one, in this order, that name them in each way. */
  readonly names: Readonly<Record<string, readonly [object, object]>>;
  readonly answer: (reply: object) => Promise<Told>;
}

/** What a reply came to: the fate and the reason of each item, and what is said of none in particular. */
export interface Told {
  readonly items: readonly { readonly fate: string; readonly error?: ItemError | undefined }[];
  readonly nameless: readonly ItemError[];
}

function told(result: SendResult | undefined): Told {
  if (result === undefined) throw new Error('the kind cannot do that');
  if (result.ok) return { items: result.items, nameless: result.nameless ?? [] };
  const error = errorOfCall(result.failure);
  return { items: [0, 1, 2].map(() => ({ fate: result.failure.problem, error })), nameless: [] };
}

const groups = ['a', 'b', 'c'].map((name) => ({
  address: `group/${name}`,
  desired: { campaignId: '1001', name, price: '1.20' },
}));

const column = ['11', '12', '13'].map((id) => creative(id, 'sublinks-mobile', 'x'));
const KEYS = ['sublinks-mobile', 'sublinks-computer', 'links-mobile'];
const row = KEYS.map((key) => creative('11', key, 'x'));
const result = (id: string, groupId: string, key = 'sublinks-mobile') => {
  const [type, device] = key.split('-');
  return { id, groupId, type, device };
};

const apps = ['a', 'b', 'c'].map((title) => ({
  address: `app/${title}`,
  desired: { title, type: 'iOS', appUrl: `https://dl/${title}`, icon: image('i') },
}));

const updates = (kind: string, ids: readonly string[], desired: UpdateItem['desired']) =>
  ids.map((id) => ({
    address: `${kind}/${id}`,
    id,
    desired,
    observed: { status: 'enable' },
    changed: Object.keys(desired),
  }));
const keywords = updates('keyword', ['501', '502', '503'], { price: '0.30' });
const pictures = updates('picture', ['701', '702', '703'], { tags: ['x'] });

const unbindings = ['11', '12', '13'].map((groupId) => ({ groupId, picIdList: ['701'] }));

async function unbind(reply: object): Promise<Told> {
  const answer: CallResult<{ successGroupIdList: readonly string[]; failures: readonly never[] }> = (await kindPorts([
    reply,
  ]).service.call('unbindPictures', { picList: unbindings }, {})) as never;
  const { rows, nameless } = unboundOutcomes(unbindings, answer);
  const items = rows.map(({ outcome, code, message = '' }) => ({
    fate: outcome,
    ...(outcome !== 'done' && { error: { ...(code !== undefined && { code }), message } }),
  }));
  return { items, nameless };
}

const both = (one: object): readonly [object, object] => [one, one];
const sublinks = both({ type: 'sublinks', device: 'mobile' });
const byName: readonly [object, object] = [{ name: 'c' }, { name: 'b' }];
const byPath = (list: string): readonly [object, object] => [
  { description: `${list}[2].x` },
  { description: `${list}[1].x` },
];

export const WRITES: readonly Write[] = [
  {
    title: 'groups',
    results: { groupIdList: [901, 0, 0] },
    names: {
      id: both({ id: 1001 }),
      'its own key': both({ campaignId: 1001 }),
      name: byName,
      'type and device': sublinks,
      path: byPath('groups'),
    },
    answer: async (reply) => told(await group.create?.send(groups, kindPorts([reply]), {})),
  },
  {
    title: 'creatives of three groups',
    results: { success: [result('901', '11'), result('0', '12'), result('0', '13')] },
    names: {
      id: [{ id: 13 }, { id: 12 }],
      'its own key': [{ groupId: '13' }, { groupId: '12' }],
      name: byName,
      'type and device': sublinks,
      path: byPath('sublinks-mobile'),
    },
    answer: async (reply) => told(await richCreative.create?.send(column, kindPorts([reply]), {})),
  },
  {
    title: 'creatives of one group',
    results: { success: KEYS.map((key, position) => result(position === 0 ? '901' : '0', '11', key)) },
    names: {
      id: both({ id: 11 }),
      'its own key': both({ groupId: '11' }),
      name: byName,
      'type and device': [
        { type: 'links', device: 'mobile' },
        { type: 'sublinks', device: 'computer' },
      ],
      path: [{ description: 'links-mobile[0].x' }, { description: 'sublinks-computer[0].x' }],
    },
    answer: async (reply) => told(await richCreative.create?.send(row, kindPorts([reply]), {})),
  },
  ...[55, 0].map((appTaskId) => ({
    title: `apps of task ${appTaskId}`,
    results: { appTaskId },
    names: {
      id: [{ id: 82 }, { id: 81 }] as const,
      'its own key': [{ appId: 82 }, { appId: 81 }] as const,
      name: [{ title: 'c' }, { title: 'b' }] as const,
      'type and device': sublinks,
      path: byPath('apps'),
    },
    answer: async (reply: object) => told(await app.create?.send(apps, kindPorts([reply]), {})),
  })),
  {
    title: 'keywords',
    results: { errno: 10000, affectedRecords: 1, failKeywordIds: '502,503' },
    names: {
      id: [{ id: 503 }, { id: 502 }],
      'its own key': [{ keywordId: '503' }, { keywordId: '502' }],
      name: byName,
      'type and device': sublinks,
      path: byPath('keywords'),
    },
    answer: async (reply) => told(await keyword.update?.send(keywords, kindPorts([reply]), {})),
  },
  {
    title: 'unbindings',
    results: { successGroupIdList: [11] },
    names: {
      id: [{ id: 13 }, { id: 12 }],
      'its own key': [{ groupId: '13' }, { groupId: '12' }],
      name: byName,
      'type and device': sublinks,
      path: byPath('picList'),
    },
    answer: unbind,
  },
  {
    title: 'picture tags',
    results: { success: ['701'] },
    names: {
      id: [{ id: 703 }, { id: 702 }],
      'its own key': [{ picId: '703' }, { picId: '702' }],
      name: byName,
      'type and device': sublinks,
      path: byPath('data'),
    },
    answer: async (reply) => told(await picture.update?.send(pictures, kindPorts([reply]), {})),
  },
];
