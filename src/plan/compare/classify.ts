import type { Change, FieldChange, Kind, Observation, Resource, StateEntry } from '../../model/index.js';
import { addressed, digestValues, shellWord } from '../../model/index.js';
import type { FieldDifference } from './diff.js';

/** How a change is made from what was found; one function for each situation, so that the wording is next to its reason. */

function base(
  kind: Kind,
  resource: Resource,
  entry: StateEntry | undefined,
  observation: Observation | undefined,
  drift = false,
  fields: readonly FieldChange[] = [],
) {
  const id = resource.id ?? entry?.id ?? observation?.id;
  return {
    address: resource.address,
    kind: kind.name,
    drift,
    ...(id !== undefined && { id }),
    fields,
    source: resource.origin.place(),
    ...(resource.parents !== undefined && resource.parents.length > 0 && { parents: resource.parents }),
    ...(observation !== undefined && { facts: observation.facts, observedAt: observation.at }),
  };
}

/** Something that only the state knows. */
const bare = (kind: Kind | undefined, entry: StateEntry) => ({
  address: entry.address,
  kind: kind?.name ?? entry.kind,
  drift: false,
  ...(entry.id !== undefined && { id: entry.id }),
  fields: [],
});

const plain = (differences: readonly FieldDifference[]): readonly FieldChange[] =>
  differences.map(({ mutable: _mutable, ...field }) => field);

export function creation(kind: Kind, resource: Resource): Change {
  const fields = Object.entries(resource.desired).map(([path, desired]) => ({ path, desired, drift: false }));
  return { ...base(kind, resource, undefined, undefined), action: 'create', fields, reason: 'not created yet' };
}

export function adoption(
  kind: Kind,
  resource: Resource,
  observation: Observation | undefined,
  differences: readonly FieldDifference[],
): Change {
  const unread = Object.keys(resource.desired).filter((path) => observation?.values[path] === undefined);
  const assumed =
    unread.length === 0 ? '' : `; ${unread.join(', ')} cannot be read and will be assumed to be as written`;
  return {
    ...base(kind, resource, undefined, observation),
    action: 'import',
    fields: plain(differences),
    reason: `adopts the existing ${kind.name}${assumed}`,
  };
}

export function heldCreation(kind: Kind, resource: Resource, reason: string, todo: string): Change {
  return { ...creation(kind, resource), action: 'blocked', reason, todo, blocksChildren: true };
}

/** Of what the service names and cannot be worked with, the listing says enough: advice for what is gone would drop it. */
const WHERE_UNUSABLE =
  'Look at it in the console. Nothing is sent for it while the service says this; if it is gone for good, take the entry out of the manifest.';

export function unusable(
  kind: Kind,
  resource: Resource,
  entry: StateEntry | undefined,
  observation: Observation | undefined,
  reason: string,
): Change {
  return {
    ...base(kind, resource, entry, observation),
    action: 'blocked',
    reason,
    todo:
      observation?.unusable === undefined
        ? addressed(kind.byHand.missing ?? kind.byHand.update, resource.address)
        : WHERE_UNUSABLE,
  };
}

/** The manifest states an id that the service does not know. */
export function notListed(kind: Kind, resource: Resource): Change {
  const reason = `the service does not list ${kind.name} ${resource.id}`;
  const todo = `Check the id in the manifest; without an \`id\` a new ${kind.name} would be created.`;
  return { ...unusable(kind, resource, undefined, undefined, reason), todo, blocksChildren: true };
}

export function edit(
  kind: Kind,
  resource: Resource,
  entry: StateEntry | undefined,
  observation: Observation | undefined,
  differences: readonly FieldDifference[],
): Change {
  const drift = differences.some((difference) => difference.drift);
  const parts = base(kind, resource, entry, observation, drift, plain(differences));
  const blocked = differences.filter((difference) => !difference.mutable || kind.update === undefined);
  if (blocked.length === 0) {
    const reason = !drift
      ? 'the manifest differs from the service'
      : differences.every((difference) => difference.drift)
        ? 'changed at the service since it was last applied'
        : 'the manifest was edited, and the service was changed since it was last applied';
    // There may be a million of these, and the engine gives every object whose literal begins with a spread a shape
    // of its own: 300 bytes and some microseconds each.
    return { action: 'update', reason, ...parts };
  }
  const reasons = [...new Set(blocked.map(({ path }) => kind.fields[path]?.reason ?? ''))];
  return {
    ...parts,
    action: 'blocked',
    reason: `no operation can change ${blocked.map(({ path }) => path).join(', ')}: ${reasons.join(' ')}`,
    todo: addressed(kind.byHand.update, resource.address),
    desiredDigest: digestValues(kind.fields, resource.desired),
  };
}

/** The manifest's `id` and the state's differ: only the author knows which of them is right. */
export function contradicted(kind: Kind, resource: Resource, entry: StateEntry): Change {
  const { address, id } = resource;
  return {
    ...base(kind, resource, entry, undefined),
    action: 'blocked',
    reason: `the manifest says id ${id}, and the state has ${address} as ${kind.name} ${entry.id}`,
    todo: `If ${id} is right, run \`adwright state rm ${shellWord(address)}\` and plan again; otherwise put ${entry.id} into the manifest, or remove the \`id\`.`,
    blocksChildren: true,
  };
}

const UNREADABLE = 'nothing of it can be read through the interface';
const LOOKED = 'the service was asked in this plan and does not list it';
const UNASKED = 'the service was not asked in this plan';

/** What is added about something that no manifest describes. */
function left(resource: Resource | undefined, forgotten: boolean, until: string): string {
  if (resource !== undefined) return '';
  return forgotten ? `; it cannot be forgotten ${until}` : '; no manifest describes it';
}

const WHERE_TO_LOOK =
  'Look in the console whether it is there. If it is, run `adwright resolve ADDRESS --id ID` with the id that the console shows; if it is not, and no task for it is running, `--absent`.';

/** Sent, and not known to exist. Without a resource: no manifest describes it any more, and it is in doubt all the same. */
export function inDoubt(
  kind: Kind,
  entry: StateEntry,
  resource: Resource | undefined,
  { asked, forgotten = false, unsure }: { readonly asked: boolean; readonly forgotten?: boolean } & Unsure,
): Change {
  const attempt = entry.attempt;
  const when =
    attempt === undefined
      ? ''
      : ` on ${attempt.at}, item ${attempt.position + 1} of ${attempt.size} of attempt ${attempt.id}`;
  const cause = attempt?.cause === undefined ? '' : `: ${attempt.cause.replace(/[.。]$/, '')}`;
  const looked = unsure ?? (kind.observe === undefined ? UNREADABLE : asked ? LOOKED : UNASKED);
  return {
    ...(resource === undefined ? bare(kind, entry) : base(kind, resource, entry, undefined)),
    action: 'unresolved',
    fields: Object.entries(entry.values).map(([path, desired]) => ({ path, desired, drift: false })),
    reason: `it was sent${when}, and whether it was created is not known${cause}; ${looked}${left(resource, forgotten, 'while it is in doubt')}`,
    todo: addressed(unsure === undefined ? (kind.byHand.unknown ?? '') : WHERE_TO_LOOK, entry.address),
    ...(attempt !== undefined && { attempt }),
    blocksChildren: true,
  };
}

/** Why what is listed does not settle it, where something may be it. */
interface Unsure {
  readonly unsure: string | undefined;
}

const LONG_WAIT_MS = 24 * 3_600_000;

/** Without a resource: no manifest describes it any more, and its task continues all the same. */
export function inProgress(
  kind: Kind,
  entry: StateEntry,
  resource: Resource | undefined,
  { now, forgotten = false, unsure }: { readonly now: string; readonly forgotten?: boolean } & Unsure,
): Change {
  const sent = entry.attempt?.at;
  const cause = entry.attempt?.cause === undefined ? '' : `; ${entry.attempt.cause}`;
  const overdue = sent !== undefined && Date.parse(now) - Date.parse(sent) > LONG_WAIT_MS;
  const standing =
    unsure === undefined ? 'has not ended: the service does not list it yet' : `may have ended: ${unsure}`;
  const waiting = overdue
    ? `It has not shown up for a day. If the task failed, \`adwright resolve ${shellWord(entry.address)} --absent\` lets it be sent again.`
    : entry.attempt?.cause === undefined
      ? 'Nothing: every plan looks for it.'
      : `The reply refused something of the task. If the console does not show it, \`adwright resolve ${shellWord(entry.address)} --absent\` lets it be sent again; until then every plan looks for it.`;
  return {
    ...(resource === undefined ? bare(kind, entry) : base(kind, resource, entry, undefined)),
    action: 'pending',
    reason: `task ${entry.taskId ?? 'unknown'}${sent === undefined ? '' : `, submitted ${sent},`} ${standing}${cause}${left(resource, forgotten, 'before its task has ended')}`,
    todo: unsure === undefined ? waiting : addressed(WHERE_TO_LOOK, entry.address),
    ...(entry.attempt !== undefined && { attempt: entry.attempt }),
    blocksChildren: true,
  };
}

export function leftInPlace(kind: Kind | undefined, entry: StateEntry, forgotten: boolean): Change {
  return {
    ...bare(kind, entry),
    action: 'forget',
    reason: forgotten
      ? 'named in `forgotten`: the next apply removes it from the state; it stays at the service'
      : 'in the state and in no manifest; it stays at the service, since nothing can be deleted through the interface',
    ...(!forgotten && { todo: 'To stop managing it, name it in `forgotten`.' }),
  };
}

export function reviewed(kind: Kind, resource: Resource, sent: StateEntry, observation: Observation): Change {
  return {
    ...base(kind, resource, sent, observation),
    action: 'pending',
    reason: `sent on ${sent.provenance.at} and under review: the service does not show it yet`,
    todo: 'Nothing: every plan checks it. `adwright apply --resend` sends it again.',
  };
}
