import { join } from 'node:path';
import { replayJournal } from '../../../src/apply/replay.js';
import { fileBackend } from '../../../src/state/backends/file.js';
import type { World } from './world.js';

/** The state as it is on disk, journal folded in: entries whole, keywords as id and digest. */
export async function readWorldState({ folder, clock }: World) {
  const backend = fileBackend({
    folder: join(folder, '.adwright/state'),
    account: 'main',
    pid: process.pid,
    clock,
    randomId: (bytes) => '0'.repeat(bytes * 2),
  });
  return replayJournal(await backend.read(), { lineage: '' });
}

export async function stateText(world: World): Promise<string> {
  const { entries, baseline, uid } = await readWorldState(world);
  const keywords = Object.fromEntries([...baseline.ids()].map((id) => [id, baseline.get(id)?.digest]));
  return `${JSON.stringify({ uid, entries: [...entries.values()], keywords }, undefined, 2)}\n`;
}
