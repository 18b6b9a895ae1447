import type { StateChange } from '../../model/ports/ports.js';
import type { LogHead } from './log-record.js';
import type { LogTail } from './log-tail.js';

/** The last records, newest first, as far as they are kept. Damage is no reason to show nothing. */
export async function changesIn(tail: LogTail, most: number): Promise<readonly StateChange[]> {
  const changes: StateChange[] = [];
  const newest = await tail.newest();
  for await (const [number, found] of tail.down(newest, Math.max(1, newest - most + 1))) {
    if (found === 'empty' || found === 'absent') break;
    const commit = `#${number}`;
    if (found === 'broken') changes.push({ commit, at: '', by: '', what: 'This record cannot be read' });
    else {
      const { head } = found;
      const ofLock = head.type === 'lock' || head.type === 'unlock';
      changes.push({ commit, at: head.at, by: head.by, what: wordsFor(head), ...(ofLock && { ofLock }) });
    }
  }
  return changes;
}

function wordsFor(head: LogHead): string {
  switch (head.type) {
    case 'lock':
      return `Lock ${head.lock.fence}: ${head.lock.command}`;
    case 'entries':
      return head.what;
    case 'blobs':
      return 'About to write a snapshot';
    case 'snapshot':
      return `State ${head.serial}`;
    case 'unlock':
      return head.forced ? 'Unlock by force' : 'Unlock';
  }
}
