import { type Static, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import {
  APP_RECORD,
  KEYWORD_RECORD,
  PICTURE_RECORD,
  type RecordOf,
  type WireField,
  type WireRecord,
} from '../../contract/index.js';
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

/** All fields are optional except the ones named: what is left out gets a default. */
const record = <Properties extends TProperties, Needed extends TProperties>(needed: Needed, rest: Properties) =>
  Type.Composite([Type.Object(needed), Type.Partial(Type.Object(rest))], closed);

const names = <const Names extends readonly string[]>(list: Names) =>
  Object.fromEntries(list.map((name) => [name, Text])) as Record<Names[number], typeof Text>;

const Texts = Type.Array(Text);

type FieldSchema<Is> = Is extends 'id'
  ? typeof Id
  : Is extends 'money'
    ? typeof Money
    : Is extends 'words'
      ? ReturnType<typeof words>
      : Is extends 'texts'
        ? typeof Texts
        : typeof Text;
type FieldSchemas<Table extends WireRecord> = {
  [Name in keyof RecordOf<Table> & keyof Table]: FieldSchema<Table[Name]['is']>;
};

/** The fields that records of the service have, as a fixture gives them. */
function fieldsOf<Table extends WireRecord>(table: Table): FieldSchemas<Table> {
  const read = Object.entries(table).filter(([, field]) => field.read !== undefined);
  return Object.fromEntries(read.map(([name, field]) => [name, schemaOf(field)])) as FieldSchemas<Table>;
}

function schemaOf({ is, words: allowed = [] }: WireField): TSchema {
  if (is === 'id') return Id;
  if (is === 'money') return Money;
  if (is === 'words') return words(...allowed);
  return is === 'texts' ? Texts : Text;
}

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

const { id: _keywordId, ...keywordFields } = fieldsOf(KEYWORD_RECORD);
const KeywordSchema = record({ id: Id }, keywordFields);

const RichCreativeSchema = record(
  { id: Id, groupId: Id, type: Type.String(), device: words('computer', 'mobile') },
  { status: words('enable', 'pause') },
);

const { appId: _appId, ...appFields } = fieldsOf(APP_RECORD);
const AppSchema = record({ appId: Id }, { ...appFields, type: words('Android', 'iOS') });

const { picId: _pictureId, ...pictureFields } = fieldsOf(PICTURE_RECORD);
const PictureSchema = record(
  { picId: Id },
  { ...pictureFields, groupIds: Type.Array(Id, { description: 'Groups that the picture is bound to.' }) },
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

/** A fixture: what the account of the sandbox has at the start, in the interface's names, and how the sandbox behaves. */
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
