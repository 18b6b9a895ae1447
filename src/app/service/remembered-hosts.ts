import { createHash } from 'node:crypto';
import type { Credentials } from '../../api/index.js';
import { type MachineRecord, machineRecord } from '../../state/machine/machine-memory.js';
import { isKnownHosts, type KnownHosts } from './known-hosts.js';

/** Whose credentials went from where. */
export interface CredentialOwner {
  /** Folder of the project. */
  readonly root: string;
  readonly account: string;
  readonly lineage: string | undefined;
  readonly credentials: Credentials;
}

/** The hosts that a user's credentials of an account went to. */
export interface RememberedHosts {
  /** Each place where hosts are remembered, with what it holds; empty where it holds none. Rejects with `RecordDamaged`. */
  read(): Promise<readonly (readonly string[])[]>;
  /** The first host is remembered; where there is one already, nothing changes. */
  rememberFirst(host: string): Promise<void>;
  /** The user's word: this host counts in addition to those that are remembered. */
  add(host: string): Promise<void>;
}

/**
 * Hosts are remembered by lineage and account, and by project folder and credentials. The second is all there is before
 * the first apply; after it, a branch that changes the lineage or the name of the account is noticed all the same.
 */
export function rememberedHosts(folder: string, sender: CredentialOwner): RememberedHosts {
  const { root, account, lineage, credentials } = sender;
  const who = digest([credentials.apiKey, credentials.username ?? '']);
  const records = [
    record(folder, ['folder', root, who], `credentials in ${root}`),
    ...(lineage === undefined
      ? []
      : [record(folder, ['lineage', lineage, account], `account ${account}, lineage ${lineage}`)]),
  ];
  const update = async (next: (hosts: readonly string[]) => readonly string[] | undefined) => {
    for (const { about, store } of records) {
      await store.update((before) => {
        const hosts = next(before?.hosts ?? []);
        return hosts === undefined ? undefined : { version: 1, about, hosts };
      });
    }
  };
  return {
    read: () => Promise.all(records.map(async ({ store }) => (await store.read())?.hosts ?? [])),
    rememberFirst: (host) => update((hosts) => (hosts.length === 0 ? [host] : undefined)),
    add: (host) => update((hosts) => (hosts.includes(host) ? undefined : [...hosts, host])),
  };
}

function record(
  folder: string,
  key: readonly string[],
  about: string,
): { readonly about: string; readonly store: MachineRecord<KnownHosts> } {
  return { about, store: machineRecord(folder, `hosts-${digest(key).slice(0, 32)}`, parseKnownHosts) };
}

function parseKnownHosts(value: unknown): KnownHosts | undefined {
  return isKnownHosts(value) ? value : undefined;
}

const digest = (parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex');
