import type { CreativeRecord, RecordChange, Records, TableName } from './records.js';
import { TABLE_NAMES } from './records.js';

type Tables = { readonly [Name in TableName]: Map<string, Records[Name]> };

/** The account in memory: tables of records, changed by `apply` alone, so that the same changes give the same account. */
export class Account {
  readonly tables: Tables = {
    campaigns: new Map(),
    groups: new Map(),
    keywords: new Map(),
    creatives: new Map(),
    apps: new Map(),
    tasks: new Map(),
    pictures: new Map(),
    videos: new Map(),
    tags: new Map(),
    packages: new Map(),
    logins: new Map(),
    tokens: new Map(),
    settings: new Map(),
  };
  readonly #creativeOfGroup = new Map<string, string>();
  readonly #groupNames = new Map<string, number>();
  readonly #groupsOfCampaign = new Map<string, number>();
  readonly #pictureOfDigest = new Map<string, string>();
  #nextId: bigint;

  constructor(firstId: string) {
    this.#nextId = BigInt(firstId);
  }

  apply(changes: readonly RecordChange[]): void {
    for (const change of changes) {
      const [table, id, set] = change;
      if (table === 'groups') this.#countGroup(id, -1);
      if (set === null) this.tables[table].delete(id);
      else merge(this.tables[table] as Map<string, { readonly id: string }>, id, set);
      if (set !== null) this.#index(change);
    }
  }

  /** An id that no record of the table has. No id is given out twice, not even after a restart. */
  newId(table: TableName): string {
    while (this.tables[table].has(String(this.#nextId))) this.#nextId += 1n;
    const id = String(this.#nextId);
    this.#nextId += 1n;
    return id;
  }

  /** The change that records which ids were given out. */
  idsChange(): RecordChange {
    return ['settings', 'ids', { next: String(this.#nextId) }];
  }

  creativeOf(groupId: string, type: string, device: string): CreativeRecord | undefined {
    return this.tables.creatives.get(this.#creativeOfGroup.get(`${groupId}/${type}/${device}`) ?? '');
  }

  hasGroupNamed(campaignId: string, name: string): boolean {
    return (this.#groupNames.get(`${campaignId}/${name}`) ?? 0) > 0;
  }

  groupCount(campaignId: string): number {
    return this.#groupsOfCampaign.get(campaignId) ?? 0;
  }

  pictureWith(sha256: string): Records['pictures'] | undefined {
    return this.tables.pictures.get(this.#pictureOfDigest.get(sha256) ?? '');
  }

  /** Everything, as changes that make it again. */
  *changes(): Generator<RecordChange> {
    for (const name of TABLE_NAMES) {
      for (const [id, record] of this.tables[name]) yield [name, id, record] as RecordChange;
    }
  }

  #countGroup(id: string, by: 1 | -1): void {
    const group = this.tables.groups.get(id);
    if (group === undefined) return;
    const named = `${group.campaignId}/${group.name}`;
    this.#groupNames.set(named, (this.#groupNames.get(named) ?? 0) + by);
    this.#groupsOfCampaign.set(group.campaignId, this.groupCount(group.campaignId) + by);
  }

  #index([table, id]: RecordChange): void {
    if (table === 'creatives') {
      const one = this.tables.creatives.get(id);
      if (one !== undefined) this.#creativeOfGroup.set(`${one.groupId}/${one.type}/${one.device}`, id);
    } else if (table === 'groups') {
      this.#countGroup(id, 1);
    } else if (table === 'pictures') {
      const digest = this.tables.pictures.get(id)?.sha256;
      if (digest !== undefined) this.#pictureOfDigest.set(digest, id);
    } else if (table === 'settings' && id === 'ids') {
      const next = this.tables.settings.get('ids')?.['next'];
      if (typeof next === 'string' && BigInt(next) > this.#nextId) this.#nextId = BigInt(next);
    }
  }
}

function merge(table: Map<string, { readonly id: string }>, id: string, set: object): void {
  const record = table.get(id);
  if (record === undefined) table.set(id, { ...set, id });
  else Object.assign(record, set);
}
