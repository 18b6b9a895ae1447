import { join } from 'node:path';
import { replayJournal } from '../../../src/apply/replay.js';
import type { StateEntry } from '../../../src/model/index.js';
import { fileBackend } from '../../../src/state/backends/file/file-backend.js';
import type { World } from './world.js';

/** The state as it is on disk, journal folded in: entries whole, keywords as id and digest. */
async function readWorldState({ folder, clock }: World) {
  const backend = fileBackend({
    folder: join(folder, '.adwright/state'),
    account: 'main',
    pid: process.pid,
    clock,
    randomId: (bytes) => '0'.repeat(bytes * 2),
  });
  return replayJournal(await backend.read(), { lineage: '' });
}

/** The same for a golden file: by address, and each entry's members in one order, whatever path made them. */
export async function stateText(world: World): Promise<string> {
  const { entries, baseline, uid } = await readWorldState(world);
  const shown = [...entries.values()].sort((a, b) => (a.address < b.address ? -1 : 1)).map(inOrder);
  const keywords = Object.fromEntries([...baseline.ids()].map((id) => [id, baseline.get(id)?.digest]));
  return `${JSON.stringify({ uid, entries: shown, keywords }, undefined, 2)}\n`;
}

function inOrder({ address, kind, id, status, parentId, values, ...rest }: StateEntry) {
  const { provenance, assumed, stored, attempt, taskId, ...more } = rest;
  return { address, kind, id, status, parentId, values, provenance, assumed, stored, attempt, taskId, ...more };
}
