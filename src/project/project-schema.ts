import type { Static } from '@sinclair/typebox';
import { choice, fields, integer, list, named, number, optional, price, text } from '../model/kind/schema-types.js';
import { BACKENDS, DEFAULT_BACKEND } from '../state/registry.js';

const word = (title: string, value: string, description: string) =>
  optional(text({ title, description, default: value, examples: [value] }));
const path = word;
const count = (title: string, value: number, description: string) =>
  optional(integer({ title, description, default: value }));

const service = fields(
  {
    platformSegment: word('platform segment', 'ads', 'First path segment of every operation: /ads/keyword/update.'),
    richCreativeWord: word(
      'word for rich creatives',
      'richcreative',
      'In paths, in richcreativeList, in the source filter.',
    ),
    loginPath: path('login path', '/account/clientLogin', 'Path of the login.'),
    tagListPath: path(
      'tag list path',
      '/ads/tag/getlist',
      'Falls back to the same path without its first segment on 404.',
    ),
    creativeSets: optional(
      choice(['nested', 'flat'], {
        title: 'creative sets',
        description: 'How one set of a rich creative is written: [[{…},{…}]] or [{…},{…}].',
        default: 'nested',
      }),
    ),
    format: optional(
      choice(['none', 'json'], {
        title: 'format',
        description: 'json: every call carries the field format=json, without which some services answer in XML.',
        default: 'none',
      }),
    ),
    groupNames: optional(
      fields(
        {
          min: count('shortest', 1, 'Shortest group name.'),
          max: count('longest', 0, 'Longest group name; 0 is not checked.'),
          count: optional(
            choice(['characters', 'utf8-bytes', 'gbk-bytes'], {
              title: 'unit',
              description: 'What the service counts.',
              default: 'characters',
            }),
          ),
        },
        { title: 'lengths of group names', description: 'The interface does not say how long a name may be.' },
      ),
    ),
    prices: optional(
      fields(
        {
          decimals: count('most decimals', 2, 'Most digits after the point that the service takes in a price.'),
          groupZero: optional(
            choice(['refused', 'accepted'], {
              title: 'group bid of 0',
              description: 'Whether the service takes 0 as the bid of a group.',
              default: 'refused',
            }),
          ),
        },
        { title: 'prices', description: 'What `adwright validate` warns of; the interface does not say it.' },
      ),
    ),
  },
  { title: 'service', description: 'Names and choices that the interface leaves neutral or open.' },
);

const limits = fields(
  {
    keywordsPerRead: count('keywords a read', 500, 'Ids in one keyword read; halved on refusal.'),
    keywordsPerUpdate: count('keywords an update', 400, 'At most 500.'),
    groupsPerAdd: count('groups an add', 100, 'At most 100.'),
    groupsPerCreativeAdd: count('groups a creative add', 100, 'Group ids in one rich creative add.'),
    bodyBytes: count('body bytes', 16777216, 'Largest form body; a batch is cut by size as well as by count.'),
    concurrentReads: count('reads at once', 4, 'Read calls in flight.'),
    requestsPerSecond: optional(
      number({ title: 'requests a second', description: 'Rate limit over all calls.', default: 5 }),
    ),
    requestTimeoutSeconds: count('request time-out', 60, 'Seconds until a call without an answer is given up.'),
    maxWaitSeconds: count('longest wait', 300, 'Longest single wait for a rate limit or Retry-After, in seconds.'),
    maxUnknown: count('most in doubt', 500, 'Most items that may be in doubt at once, over all kinds.'),
    quotaFloor: count('quota floor', 0, 'Stop writing when the service says less is left.'),
  },
  { title: 'limits', description: 'Every one has a default.' },
);

const guardrails = fields(
  {
    maxPrice: optional(price({ title: 'highest bid', description: 'In yuan.' })),
    maxPriceChangePercent: optional(
      number({ title: 'largest change of a bid', description: 'In percent.', examples: ['50'] }),
    ),
    maxChanges: optional(integer({ title: 'most changes', description: 'In one plan.', examples: ['500'] })),
    maxPauses: optional(integer({ title: 'most pauses', description: 'In one plan.', examples: ['50'] })),
    allowedHosts: optional(
      list(text({ title: 'host', examples: ['www.example.com'] }), {
        title: 'allowed hosts of URLs',
        description: 'A host includes its subdomains.',
      }),
    ),
    protected: optional(
      list(text({ title: 'address pattern', examples: ['keyword/8000*'] }), {
        title: 'protected addresses',
        description: 'Nothing that one of these patterns matches is changed.',
      }),
    ),
    maxSpendTouched: optional(
      price({
        title: 'most spent by what is changed',
        description: 'In yuan: what the groups that a plan touches spent on the last 7 days, or those of --impact.',
        examples: ['5000'],
      }),
    ),
    maxSpendTouchedPercent: optional(
      number({
        title: 'largest part of the cost',
        description: 'In percent: the same, of what the whole account spent.',
        examples: ['20'],
      }),
    ),
  },
  { title: 'guardrails', description: 'A finding stops apply unless its rule was allowed with --allow.' },
);

export const ACCOUNT_SCHEMA = fields(
  {
    lineage: optional(
      text({
        title: 'lineage',
        description: 'Names the state of this account. The first apply writes it; commit it.',
        examples: ['6f1c'],
      }),
    ),
    baseUrl: text({
      title: 'address of the service',
      description: 'An http(s) address, or the word sandbox: an embedded service.',
      examples: ['https://ads.example.com', 'sandbox'],
    }),
    credentials: optional(
      text({
        title: 'credentials',
        description:
          'Name of the group of variables that several accounts share: with agency-1 they are ADWRIGHT_AGENCY_1_API_KEY and so on.',
        examples: ['agency-1'],
      }),
    ),
    manifests: optional(
      list(text({ title: 'pattern' }), {
        min: 1,
        title: 'manifests',
        description: 'Relative to the project. With several accounts each names its own.',
        examples: [['ads/**/*.yaml']],
      }),
    ),
    service: optional(service),
    login: optional(
      fields(
        {
          password: optional(
            choice(['encrypted', 'aes-128-cbc-md5'], {
              title: 'password scheme',
              description: 'Which scheme, not the password: that comes from the environment.',
              default: 'encrypted',
            }),
          ),
        },
        { title: 'login', description: 'How the password is sent. Credentials come from the environment.' },
      ),
    ),
    timeZone: optional(
      text({
        title: 'time zone',
        description: 'Decides when "yesterday" ends; an IANA name.',
        default: 'Asia/Shanghai',
      }),
    ),
    limits: optional(limits),
    guardrails: optional(guardrails),
  },
  { title: 'an account' },
);

/** Each backend brings its own; their values are texts, which `OwnSettings` holds. */
const BACKEND_SETTINGS: object = Object.assign({}, ...[...BACKENDS.values()].map(({ settings }) => settings));

export const STATE_SCHEMA = fields(
  {
    backend: optional(
      choice([...BACKENDS.keys()], {
        title: 'backend',
        description: `Where the state is kept: ${[...BACKENDS.values()].map(({ title }) => title).join(', or ')}.`,
        default: DEFAULT_BACKEND,
      }),
    ),
    ...BACKEND_SETTINGS,
    lineage: optional(
      text({
        title: 'lineage of an earlier version',
        description:
          'One for all accounts. The next apply of an account that it matches moves it to accounts.NAME.lineage.',
        examples: ['6f1c'],
      }),
    ),
    lockTimeoutSeconds: count('lock time-out', 60, 'Seconds to wait for a lock that another run holds.'),
  },
  { title: 'state', description: 'Where the state is kept: one state and one journal for each account.' },
);

export const ACCOUNTS_SCHEMA = named('^[A-Za-z0-9][A-Za-z0-9_-]*$', ACCOUNT_SCHEMA, {
  title: 'accounts',
  description: 'The only account, or those that --account names.',
});

export type AccountEntry = Static<typeof ACCOUNT_SCHEMA>;
export type StateEntrySettings = Static<typeof STATE_SCHEMA>;
