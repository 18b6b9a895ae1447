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
  readonly negativeWords?: { readonly phrase?: readonly string[]; readonly exact?: readonly string[] };
  readonly industryTags?: { readonly path?: readonly string[]; readonly literal?: string };
  readonly productGroup?: boolean;
  readonly addTime: string;
}

/** A review that ends by itself. `values` are held back until then; `reject` says why it will be refused. */
export interface Review {
  readonly untilMilliseconds: number;
  readonly reject?: string;
  readonly values?: Readonly<Record<string, string>>;
}

export interface KeywordRecord {
  readonly id: string;
  readonly groupId: string;
  readonly word: string;
  readonly price: string;
  readonly matchType: string;
  readonly destinationUrl: string;
  readonly mobileDestinationUrl: string;
  readonly deeplinkUrl: string;
  readonly optStatus: string;
  /** PC status apart from pausing: enable, pending, reject, delete or ineffective. */
  readonly serving: string;
  readonly mobileStatus: string;
  readonly cause: string;
  readonly pcLowestPrice: string;
  readonly pcLeft3Price: string;
  readonly pcLeftPrice: string;
  readonly tag: string;
  readonly addTime: string;
  readonly updateTime: string;
  readonly wildcardTag: string;
  readonly tagCause: string;
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

export interface AppRecord {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly imageUrl: string;
  readonly appUrl: string;
  readonly appAutoCheck: string;
  readonly developer: string;
  readonly privacyUrl: string;
  readonly authUrl: string;
  readonly copyright: string;
  readonly status: string;
  readonly cause: string;
  readonly updateTime: string;
  readonly remark: string;
  /** When its task ends and it is listed. */
  readonly listedMilliseconds?: number;
  readonly review?: Review | null;
}

export interface TaskRecord {
  readonly id: string;
  readonly appIds: readonly string[];
  readonly addTime: string;
}

export interface PictureRecord {
  readonly id: string;
  readonly picUrl: string;
  readonly width: string;
  readonly height: string;
  readonly tags: readonly string[];
  readonly source: string;
  readonly addTime: string;
  readonly updateTime: string;
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
export type Change = {
  [Name in TableName]: readonly [table: Name, id: string, set: Partial<Records[Name]> | null];
}[TableName];
