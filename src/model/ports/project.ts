import type { ServiceSettings } from '../../contract/index.js';

export { DEFAULT_SERVICE_SETTINGS } from '../../contract/index.js';

/** `limits` of the project file; every one has a default. */
export interface Limits {
  readonly keywordsPerRead: number;
  readonly keywordsPerUpdate: number;
  readonly groupsPerAdd: number;
  readonly groupsPerCreativeAdd: number;
  /** Largest form body in bytes: a batch is cut by size as well as by count. */
  readonly bodyBytes: number;
  readonly concurrentReads: number;
  readonly requestsPerSecond: number;
  readonly requestTimeoutSeconds: number;
  /** Longest single wait for a rate limit or Retry-After. */
  readonly maxWaitSeconds: number;
  /** Most items that may be in doubt at once, over all kinds and runs. */
  readonly maxUnknown: number;
  /** Stop writing when the service says that less is left. */
  readonly quotaFloor: number;
}

export const DEFAULT_LIMITS: Limits = {
  keywordsPerRead: 500,
  keywordsPerUpdate: 400,
  groupsPerAdd: 100,
  groupsPerCreativeAdd: 100,
  bodyBytes: 16_777_216,
  concurrentReads: 4,
  requestsPerSecond: 5,
  requestTimeoutSeconds: 60,
  maxWaitSeconds: 300,
  maxUnknown: 500,
  quotaFloor: 0,
};

/** How long a group name may be; `max` 0 is not checked. */
export interface NameLengths {
  readonly min: number;
  readonly max: number;
  readonly count: 'characters' | 'utf8-bytes' | 'gbk-bytes';
}

/** What prices the service takes; the interface states no more than "double". */
export interface PriceForm {
  /** Most digits after the point. */
  readonly decimals: number;
  /** What the service does with 0 as the bid of a group. */
  readonly groupZero: 'refused' | 'accepted';
}

export interface Guardrails {
  /** Highest bid in yuan, decimal text. */
  readonly maxPrice?: string;
  readonly maxPriceChangePercent?: string;
  readonly maxChanges?: number;
  readonly maxPauses?: number;
  readonly allowedHosts?: readonly string[];
  /** Address patterns that nothing may be created or changed under. */
  readonly protected?: readonly string[];
  /** The most that the groups touched may have spent on the last days, in yuan, decimal text. */
  readonly maxSpendTouched?: string;
  /** The same as a part of what the whole account spent. */
  readonly maxSpendTouchedPercent?: string;
}

export type PasswordScheme = 'encrypted' | 'aes-128-cbc-md5';

/** One account of the project file, defaults filled in. */
export interface AccountSettings {
  readonly name: string;
  /** An http(s) address without a trailing slash, or the word `sandbox`. */
  readonly baseUrl: string;
  /** Name of the group of variables that its credentials come from, where it shares them. */
  readonly credentials?: string;
  /** Globs relative to the project. */
  readonly manifests: readonly string[];
  readonly service: ServiceSettings;
  readonly groupNames: NameLengths;
  readonly prices: PriceForm;
  readonly passwordScheme: PasswordScheme;
  /** IANA name; whose "yesterday". */
  readonly timeZone: string;
  readonly limits: Limits;
  readonly guardrails: Guardrails;
  /** Which state is this account's; written by its first apply. */
  readonly lineage?: string;
}

/** The settings by which the kinds check their part of a manifest. */
export type SectionSettings = Pick<AccountSettings, 'groupNames' | 'prices'>;

/** Settings that a backend defines, by name. */
export type OwnSettings = Readonly<Record<string, string>>;

export interface StateSettings {
  /** A word of the registry of backends. */
  readonly backend: string;
  /** Settings of the backends, as far as they are written. */
  readonly own: OwnSettings;
  /** `state.lineage` of an earlier version, which had one for all accounts. */
  readonly lineage?: string;
  readonly lockTimeoutSeconds: number;
}

export interface Project {
  /** Absolute path of the folder that holds `adwright.yaml`. */
  readonly root: string;
  readonly accounts: ReadonlyMap<string, AccountSettings>;
  readonly state: StateSettings;
}

/** The lineage that the project file names for an account; one of an earlier version counts until the next apply moves it. */
export function lineageOf({ state }: Project, { lineage }: AccountSettings): string | undefined {
  return lineage ?? state.lineage;
}
