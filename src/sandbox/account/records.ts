import type { WireAppRecord, WireGroup, WireKeyword, WirePicture } from '../../contract/index.js';

/** What the account holds. All scalars are text unless they are counted with; ids are digits. */
export interface CampaignRecord {
  readonly id: string;
  readonly name: string;
}

export interface GroupRecord {
  readonly id: string;
  readonly campaignId: string;
  readonly name: string;
  readonly price: string;
  readonly status: string;
  readonly negativeWords?: NonNullable<WireGroup['negativeWords']>;
  readonly industryTags?: NonNullable<WireGroup['industryTags']>;
  readonly productGroup?: boolean;
  readonly addTime: string;
}

/** A review that ends by itself. `values` are held back until then; `reject` says why it will be refused. */
export interface Review {
  readonly untilMilliseconds: number;
  readonly reject?: string;
  readonly values?: Readonly<Record<string, string>>;
}

export interface KeywordRecord extends Omit<WireKeyword, 'status'> {
  /** PC status apart from pausing: enable, pending, reject, delete or ineffective. */
  readonly serving: string;
  readonly review?: Review | null;
}

export interface CreativeRecord {
  readonly id: string;
  readonly groupId: string;
  readonly type: string;
  readonly device: string;
  readonly status: string;
  /** As sent, images replaced by `sha256:…`. */
  readonly content: unknown;
  readonly addTime: string;
}

export interface AppRecord extends Omit<WireAppRecord, 'appId'> {
  readonly id: string;
  /** When its task ends and it is listed. */
  readonly listedMilliseconds?: number;
  readonly review?: Review | null;
}

export interface TaskRecord {
  readonly id: string;
  readonly appIds: readonly string[];
  readonly addTime: string;
}

export interface PictureRecord extends Omit<WirePicture, 'picId'> {
  readonly id: string;
  readonly groupIds: readonly string[];
  readonly sha256?: string;
}

export interface VideoRecord {
  readonly id: string;
  readonly format: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
}

export interface TagRecord {
  readonly id: string;
  readonly title: string;
  readonly is_important: string;
}

export interface PackageRecord {
  readonly id: string;
  readonly entries: readonly { readonly word: string; readonly pv: string; readonly mpv: string }[];
}

/** Wrong logins of one user name on one day. */
export interface LoginRecord {
  readonly id: string;
  readonly day: string;
  readonly wrong: number;
}

/** A token given out; the id is its digest, so that no token is on disk. */
export interface TokenRecord {
  readonly id: string;
  readonly untilMilliseconds: number;
}

/** Single values: `account` (text fields), `clock`, `quota`, `ids`. */
export interface SettingRecord {
  readonly id: string;
  readonly [field: string]: unknown;
}

export interface Records {
  campaigns: CampaignRecord;
  groups: GroupRecord;
  keywords: KeywordRecord;
  creatives: CreativeRecord;
  apps: AppRecord;
  tasks: TaskRecord;
  pictures: PictureRecord;
  videos: VideoRecord;
  tags: TagRecord;
  packages: PackageRecord;
  logins: LoginRecord;
  tokens: TokenRecord;
  settings: SettingRecord;
}

export type TableName = keyof Records;
export const TABLE_NAMES: readonly TableName[] = [
  'campaigns',
  'groups',
  'keywords',
  'creatives',
  'apps',
  'tasks',
  'pictures',
  'videos',
  'tags',
  'packages',
  'logins',
  'tokens',
  'settings',
];

/** The one way in which the account changes: some fields of one record, or its removal (null). */
export type RecordChange = {
  [Name in TableName]: readonly [table: Name, id: string, set: Partial<Records[Name]> | null];
}[TableName];
