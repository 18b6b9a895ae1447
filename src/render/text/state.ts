import type { LockRecord } from '../../model/state/lock.js';
import type { Provenance, StateEntry } from '../../model/state/state.js';
import { padEnd } from '../characters/measure.js';
import { layout, painter, usableWidth } from '../characters/paint.js';
import { visible } from '../characters/visible.js';
import { howKnown } from '../view/origin.js';
import { leafText, leavesOf } from '../view/values.js';
import type { TextOptions } from './diagnostics.js';
import { renderTable } from './table.js';

/** `acknowledged by the service 2024-06-01T08:00:00Z`. */
export function provenanceText({ how, at, by }: Provenance): string {
  return `${howKnown(how, by)} ${at}`;
}

type Known = Partial<Pick<StateEntry, 'provenance'>> & Pick<StateEntry, 'status'>;

/** `acknowledged 2024-06-01`: as much as a line of a list has room for; `state show` tells all. */
function shortly({ provenance, status }: Known): string {
  if (provenance === undefined) return '';
  const { how, at, by } = provenance;
  if (status !== 'settled') return `sent ${at.slice(0, 10)}`;
  return `${how}${by === undefined ? '' : ` by ${by}`} ${at.slice(0, 10)}`;
}

/** `state list`. */
export function renderState(
  entries: readonly (Pick<StateEntry, 'address' | 'id'> & Known)[],
  options: TextOptions,
): string {
  if (entries.length === 0) return 'The state is empty.\n';
  return `${renderTable(
    entries,
    [
      { title: 'address', value: (entry) => entry.address, whole: true },
      { title: 'id', value: (entry) => entry.id, whole: true },
      {
        title: 'status',
        value: (entry) => entry.status,
        style: (entry) =>
          entry.status === 'settled' ? undefined : entry.status === 'pending' ? 'pending' : 'unresolved',
      },
      {
        title: 'known',
        value: shortly,
        style: () => 'quiet',
      },
    ],
    options,
  )}\n`;
}

/** `state show ADDRESS`: everything that is remembered of one thing. */
export function renderStateEntry(entry: StateEntry, options: TextOptions): string {
  const pairs: [string, string][] = [
    ['id', entry.id ?? '(none)'],
    ['status', entry.status],
  ];
  // What is in doubt or on its way was sent, and nothing more is known of it.
  if (entry.status === 'settled') pairs.push(['known', provenanceText(entry.provenance)]);
  if (entry.parentId !== undefined) pairs.push(['parent id', entry.parentId]);
  if (entry.taskId !== undefined) pairs.push(['task', entry.taskId]);
  if (entry.attempt !== undefined) {
    const { id, endpoint, at, position, size, cause } = entry.attempt;
    const why = cause === undefined ? '' : `: ${cause}`;
    pairs.push(['attempt', `${id}, ${endpoint}, sent ${at} as item ${position + 1} of ${size}${why}`]);
  }
  if (entry.assumed !== undefined && entry.assumed.length > 0) pairs.push(['assumed', entry.assumed.join(', ')]);
  const values: [string, string][] = [];
  for (const [name, value] of Object.entries(entry.values)) {
    for (const [path, leaf] of leavesOf(name, value)) values.push([path, leafText(leaf)]);
  }
  for (const [name, value] of Object.entries(entry.stored ?? {})) {
    for (const [path, leaf] of leavesOf(name, value)) values.push([`${path} (stored as)`, leafText(leaf)]);
  }
  const paint = painter(options.color);
  return [
    paint(visible(entry.address), 'heading'),
    pairLines(pairs, options, 2),
    paint(entry.status === 'settled' ? 'Last applied' : 'Sent, not confirmed', 'heading'),
    values.length === 0 ? '  nothing' : pairLines(values, options, 2),
    '',
  ].join('\n');
}

/** Names and values below each other, the values aligned. */
export function pairLines(pairs: readonly (readonly [string, string])[], options: TextOptions, indent = 0): string {
  const paint = painter(options.color);
  const width = usableWidth(options.width);
  const names = Math.min(32, Math.max(0, ...pairs.map(([name]) => visible(name).length)));
  return pairs
    .flatMap(([name, value]) => {
      const head = `${' '.repeat(indent)}${padEnd(visible(name), names)}  `;
      return layout([{ text: head, style: 'quiet' }, { text: visible(value) }], width, head.length, paint);
    })
    .join('\n');
}

/** `unlock` without `--force`: who holds the lock. */
export function renderLock(record: LockRecord | undefined, options: TextOptions): string {
  if (record === undefined) return 'The state is not locked.\n';
  const lines = pairLines(
    [
      ['held by', `${record.user} on ${record.host}, process ${record.pid}`],
      ['command', record.command],
      ['since', record.since],
      ['lock', `${record.id}, fence ${record.fence}`],
    ],
    options,
    2,
  );
  return `The state is locked.\n${lines}\n`;
}
