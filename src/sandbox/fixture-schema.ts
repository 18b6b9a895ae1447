import { type Static, type TObject, type TProperties, Type } from '@sinclair/typebox';
import { SandboxOptionsSchema } from './options-schema.js';

const Text = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()], {
  description: 'Text; null is empty text.',
});
const Id = Type.Union([Type.String({ pattern: '^[0-9]+$' }), Type.Integer({ minimum: 0 })], {
  description: 'Digits, without loss.',
});
const Money = Type.Union([Type.String({ pattern: '^([0-9]+([.][0-9]+)?)?$' }), Type.Number({ minimum: 0 })], {
  description: 'Yuan, decimal text.',
});
const words = (...allowed: string[]) => Type.Union(allowed.map((word) => Type.Literal(word)));
const closed = { additionalProperties: false };

/** All fields optional but the ones named: what is left out gets a default. */
const record = <Properties extends TProperties, Needed extends TProperties>(needed: Needed, rest: Properties) =>
  Type.Composite([Type.Object(needed), Type.Partial(Type.Object(rest))], closed);

const names = <const Names extends readonly string[]>(list: Names) =>
  Object.fromEntries(list.map((name) => [name, Text])) as Record<Names[number], typeof Text>;

const AccountSchema = Type.Partial(
  Type.Object(
    {
      ...names([
        'uid',
        'userName',
        'email',
        'category',
        'agency',
        'companyName',
        'industry1',
        'industry2',
        'budget',
        'mvBudget',
        'appBudget',
        'resources',
        'status',
        'allowDomain',
        'allowMobileDomain',
        'allowDevice',
        'isMedical',
      ]),
      balance: Money,
    },
    closed,
  ),
);

const CampaignSchema = record({ campaignId: Id }, { name: Text });

const GroupSchema = record(
  { groupId: Id },
  {
    campaignId: Id,
    name: Text,
    price: Money,
    status: words('enable', 'pause'),
    negativeWords: Type.Partial(Type.Object({ phrase: Type.Array(Text), exact: Type.Array(Text) }, closed)),
    industryTags: Type.Partial(Type.Object({ path: Type.Array(Text), literal: Text }, closed)),
    productGroup: Type.Boolean({ description: 'Accepts only the match types exact and phrase_accurate.' }),
    addTime: Text,
  },
);

const KeywordSchema = record(
  { id: Id },
  {
    ...names(['word', 'matchType', 'destinationUrl', 'mobileDestinationUrl', 'deeplinkUrl', 'cause', 'tag']),
    ...names(['addTime', 'updateTime', 'wildcardTag', 'tagCause']),
    groupId: Id,
    price: Money,
    pcLowestPrice: Money,
    pcLeft3Price: Money,
    pcLeftPrice: Money,
    optStatus: words('enabled', 'paused'),
    status: words('pause', 'enable', 'pending', 'reject', 'delete', 'ineffective'),
    mobileStatus: words('pending', 'pass', 'reject', 'ineffective'),
  },
);

const RichCreativeSchema = record(
  { id: Id, groupId: Id, type: Type.String(), device: words('computer', 'mobile') },
  { status: words('enable', 'pause') },
);

const AppSchema = record(
  { appId: Id },
  {
    ...names(['title', 'imageUrl', 'appUrl', 'appAutoCheck', 'developer', 'privacyUrl', 'authUrl', 'copyright']),
    ...names(['cause', 'updateTime', 'remark']),
    type: words('Android', 'iOS'),
    status: words('enable', 'pending', 'reject'),
  },
);

const PictureSchema = record(
  { picId: Id },
  {
    ...names(['picUrl', 'width', 'height', 'source', 'addTime', 'updateTime']),
    tags: Type.Array(Text),
    groupIds: Type.Array(Id, { description: 'Groups that the picture is bound to.' }),
  },
);

const VideoSchema = record(
  { url: Type.String() },
  {
    format: Text,
    bytes: Type.Integer({ minimum: 0 }),
    width: Type.Integer({ minimum: 1 }),
    height: Type.Integer({ minimum: 1 }),
    seconds: Type.Number({ minimum: 0 }),
  },
);

const TagSchema = record({ id: Id }, { title: Text, is_important: Text });
const PackageEntrySchema = record({ word: Text }, { pv: Text, mpv: Text });

/** Every switch may be left out, and inside a group of switches too. */
const partialDeep = (schema: TObject): TObject =>
  Type.Partial(
    Type.Object(
      Object.fromEntries(
        Object.entries(schema.properties).map(([name, member]) => [
          name,
          member['type'] === 'object' ? partialDeep(member as TObject) : member,
        ]),
      ),
      closed,
    ),
  );

/** A fixture: what the sandbox's account holds at first, in the interface's names, and how the sandbox behaves. */
export const SandboxFixtureSchema = Type.Partial(
  Type.Object(
    {
      account: AccountSchema,
      campaigns: Type.Array(CampaignSchema, { description: 'With any, only these campaigns exist.' }),
      groups: Type.Array(GroupSchema),
      keywords: Type.Array(KeywordSchema),
      richCreatives: Type.Array(RichCreativeSchema),
      apps: Type.Array(AppSchema),
      pictures: Type.Array(PictureSchema),
      videos: Type.Array(VideoSchema, { description: 'Uploaded videos, for video_url.' }),
      tags: Type.Array(TagSchema),
      keywordPackages: Type.Record(Type.String(), Type.Array(PackageEntrySchema)),
      options: partialDeep(SandboxOptionsSchema),
    },
    closed,
  ),
  { $schema: 'http://json-schema.org/draft-07/schema#', title: 'Adwright sandbox fixture' },
);

export type SandboxFixture = Static<typeof SandboxFixtureSchema>;
