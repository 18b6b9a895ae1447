import { join } from 'node:path';
import type { DiagnosticCode } from '../diagnostics/codes.js';
import { isAbsolutePath, placeProblem, placeWords } from '../files/inside.js';
import { readPathPattern } from '../manifest/files/path-pattern.js';
import type { LocatedDocument } from '../manifest/source/located-document.js';
import { inDocument, type Report } from '../manifest/source/report.js';
import { quoted } from '../manifest/source/suggest.js';
import type { AccountSettings, FieldPath, Guardrails, Limits, OwnSettings, StateSettings } from '../model/index.js';
import { DEFAULT_LIMITS, DEFAULT_SERVICE_SETTINGS, hostOf, isLoopback } from '../model/index.js';
import { BACKENDS, DEFAULT_BACKEND } from '../state/registry.js';
import type { AccountEntry, StateEntrySettings } from './project-schema.js';

/** Where settings are, for faults that their schema cannot state. */
export interface SettingsPlace {
  readonly document: LocatedDocument;
  readonly path: FieldPath;
  readonly report: Report;
}

/** What the interface allows at most, and the least that makes sense where that is not 1. */
const MOST: Readonly<Partial<Record<keyof Limits, number>>> = {
  keywordsPerUpdate: 500,
  groupsPerAdd: 100,
  concurrentReads: 64,
};
const LEAST: Readonly<Partial<Record<keyof Limits, number>>> = { quotaFloor: 0, maxWaitSeconds: 0, bodyBytes: 1024 };

/** An account with every default filled in. */
export function accountSettings(root: string, name: string, entry: AccountEntry, at: SettingsPlace): AccountSettings {
  const platformSegment = trimmed(entry.service?.platformSegment ?? DEFAULT_SERVICE_SETTINGS.platformSegment);
  const { groupNames, prices, ...service } = entry.service ?? {};
  return {
    name,
    baseUrl: readBaseUrl(entry.baseUrl, at),
    manifests: readManifests(root, entry.manifests, at),
    service: {
      ...DEFAULT_SERVICE_SETTINGS,
      tagListPath: `/${platformSegment}/tag/getlist`,
      ...service,
      platformSegment,
      richCreativeWord: trimmed(service.richCreativeWord ?? DEFAULT_SERVICE_SETTINGS.richCreativeWord),
    },
    groupNames: {
      min: Number(groupNames?.min ?? 1),
      max: Number(groupNames?.max ?? 0),
      count: groupNames?.count ?? 'characters',
    },
    prices: { decimals: Number(prices?.decimals ?? 2), groupZero: prices?.groupZero ?? 'refused' },
    passwordScheme: entry.login?.password ?? 'encrypted',
    timeZone: entry.timeZone === undefined ? DEFAULT_TIME_ZONE : readTimeZone(entry.timeZone, at),
    limits: readLimits(entry.limits ?? {}, at),
    guardrails: readGuardrails(entry.guardrails ?? {}),
    ...(entry.lineage !== undefined && { lineage: entry.lineage }),
    ...(entry.credentials !== undefined && { credentials: entry.credentials }),
  };
}

export function stateSettings(entry: StateEntrySettings, at: SettingsPlace): StateSettings {
  const own = ownSettings(entry);
  for (const { check } of BACKENDS.values()) {
    for (const { setting, code, fault } of check(own))
      tell(at, code, setting, `${quoted(own[setting] ?? '')} ${fault}.`);
  }
  return {
    backend: entry.backend ?? DEFAULT_BACKEND,
    own,
    ...(entry.lineage !== undefined && { lineage: entry.lineage }),
    lockTimeoutSeconds: Number(entry.lockTimeoutSeconds ?? 60),
  };
}

/** What is written of the settings that the backends define. */
function ownSettings(entry: object): OwnSettings {
  const names = [...BACKENDS.values()].flatMap(({ settings }) => Object.keys(settings));
  return Object.fromEntries(Object.entries(entry).filter(([name]) => names.includes(name)));
}

function readBaseUrl(text: string, at: SettingsPlace): string {
  if (text === 'sandbox') return text;
  const bare = text.replace(/\/+$/, '');
  const isAddress = /^https?:\/\/(?:\[[0-9a-f:.]+\]|[^/?#@:\s]+)(?::[0-9]{1,5})?(?:\/[^?#\s]*)?$/i.test(bare);
  const url = isAddress && URL.canParse(bare) ? new URL(bare) : undefined;
  if (url === undefined) {
    tell(at, 'bad-base-url', 'baseUrl', `${quoted(text)} is not an http(s) address.`);
  } else if (url.protocol === 'http:' && !isLoopback(hostOf(url))) {
    tell(at, 'plain-http', 'baseUrl', `${quoted(text)} is reached over http.`);
  }
  return bare;
}

/** Refuses a pattern that leads to where no manifest may be; where links lead shows when the files are looked for. */
function readManifests(
  root: string,
  patterns: readonly string[] = ['ads/**/*.{yaml,yml}'],
  at: SettingsPlace,
): readonly string[] {
  for (const [index, pattern] of patterns.entries()) {
    const path = pattern.replaceAll('\\', '/');
    const base = readPathPattern(path)?.base ?? '';
    const problem = isAbsolutePath(path) ? 'absolute' : placeProblem(root, join(root, base));
    if (problem === undefined) continue;
    tell(at, 'outside-project', ['manifests', index], `${quoted(pattern)} ${placeWords(problem)}.`);
  }
  return patterns;
}

const DEFAULT_TIME_ZONE = 'Asia/Shanghai';

/** Asks the engine's time zones, which takes longer to load than the rest of a small project: not for the default. */
function readTimeZone(name: string, at: SettingsPlace): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    tell(at, 'bad-time-zone', 'timeZone', `${quoted(name)} is not known.`);
  }
  return name;
}

function readLimits(entry: NonNullable<AccountEntry['limits']>, at: SettingsPlace): Limits {
  const limits: { -readonly [Name in keyof Limits]: number } = { ...DEFAULT_LIMITS };
  for (const name of Object.keys(DEFAULT_LIMITS) as (keyof Limits)[]) {
    const written = entry[name];
    if (written === undefined) continue;
    const value = Number(written);
    const least = LEAST[name] ?? (name === 'requestsPerSecond' ? 0.01 : 1);
    const most = MOST[name] ?? Infinity;
    if (value < least || value > most) {
      const range = most === Infinity ? `at least ${least}` : `from ${least} to ${most}`;
      tell(at, 'bad-setting', ['limits', name], `${name} must be ${range}, not ${written}.`);
    }
    limits[name] = value;
  }
  return limits;
}

function readGuardrails(entry: NonNullable<AccountEntry['guardrails']>): Guardrails {
  const { maxChanges, maxPauses, ...rest } = entry;
  return {
    ...rest,
    ...(maxChanges !== undefined && { maxChanges: Number(maxChanges) }),
    ...(maxPauses !== undefined && { maxPauses: Number(maxPauses) }),
  };
}

function trimmed(segment: string): string {
  return segment.replace(/^\/+|\/+$/g, '');
}

function tell(at: SettingsPlace, code: DiagnosticCode, step: string | FieldPath, detail: string): void {
  const path = [...at.path, ...(typeof step === 'string' ? [step] : step)];
  at.report(inDocument(at.document, code, path, { detail }));
}
