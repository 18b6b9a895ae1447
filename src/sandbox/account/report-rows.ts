import { createHash } from 'node:crypto';
import { CREATIVE_KEYS } from '../../contract/index.js';
import type { SandboxOptions } from '../settings/options-schema.js';
import { moneyText } from '../values/money.js';
import type { Account } from './account.js';
import { dayText } from './clock.js';

export type Device = 'computer' | 'mobile';

export interface ReportGroup {
  readonly campaignId: string;
  readonly campaignName: string;
  readonly groupId: string;
  readonly groupName: string;
}

export type ReportRow = Readonly<Record<string, string>>;

/** The groups of reports: the account's, and generated ones where a test asks for many or there are none. */
export function reportGroups(account: Account, { reports }: SandboxOptions): ReportGroup[] {
  const { groups, campaigns } = account.tables;
  const real = [...groups.values()].map((group) => ({
    campaignId: group.campaignId,
    campaignName: campaigns.get(group.campaignId)?.name ?? `campaign ${group.campaignId}`,
    groupId: group.id,
    groupName: group.name,
  }));
  const count = real.length === 0 ? Math.max(12, reports.generatedGroups) : reports.generatedGroups;
  const made = Array.from({ length: count }, (_, index) => {
    const campaign = 1 + Math.floor(index / 4);
    return {
      campaignId: String(5000 + campaign),
      campaignName: `样例计划${campaign}`,
      groupId: String(5_000_001 + index),
      groupName: `样例组${index + 1}`,
    };
  });
  return [...real, ...made];
}

export function* componentRows(
  groups: readonly ReportGroup[],
  days: Iterable<number>,
  devices: readonly Device[],
  { reports }: SandboxOptions,
): Generator<ReportRow> {
  for (const day of days) {
    for (const group of groups) {
      for (let index = 1; index <= reports.componentsPerGroup; index += 1) {
        const sublinkId = `${group.groupId}${String(index).padStart(2, '0')}`;
        for (const type of devices) {
          const date = dayText(day);
          yield { date, type, ...group, sublinkId, ...figures(reports.seed, 'component', date, type, sublinkId) };
        }
      }
    }
  }
}

export function* creativeRows(
  groups: readonly ReportGroup[],
  days: Iterable<number>,
  device: Device,
  byType: boolean,
  { reports }: SandboxOptions,
): Generator<ReportRow> {
  const types = CREATIVE_KEYS.map((key) => key.split('-')).filter(([, of]) => of === device);
  for (const day of days) {
    const date = dayText(day);
    for (const group of groups) {
      if (!byType) yield { date, ...group, ...figures(reports.seed, 'base', date, device, group.groupId) };
      // Each group shows three of the types, the same ones every day.
      else {
        const first = hash(reports.seed, 'types', device, group.groupId).readUInt32BE() % types.length;
        for (let index = 0; index < Math.min(3, types.length); index += 1) {
          const adType = types[(first + index) % types.length]?.[0] ?? '';
          yield { date, ...group, adType, ...figures(reports.seed, adType, date, device, group.groupId) };
        }
      }
    }
  }
}

/** Views, clicks and cost, which depend only on the seed and on what the row is about. */
function figures(...about: readonly string[]): { views: string; clicks: string; totalCost: string } {
  const bytes = hash(...about);
  const views = bytes.readUInt32BE(0) % 2000;
  const clicks = Math.floor((views * (bytes.readUInt16BE(4) % 80)) / 1000);
  const fenPerClick = 30 + (bytes.readUInt16BE(6) % 270);
  return { views: String(views), clicks: String(clicks), totalCost: moneyText(clicks * fenPerClick) };
}

function hash(...about: readonly string[]): Buffer {
  return createHash('sha1').update(about.join('\n')).digest();
}
