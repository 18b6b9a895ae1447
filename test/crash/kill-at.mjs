// Loaded before the command (`node --import`): kills the process with SIGKILL at the n-th flush or rename that it makes,
// right before or right after it. Those are the boundaries of the journal and of the snapshot: between two of them a
// crash is no different from a crash at one.
import { appendFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const at = Number(process.env.KILL_AT ?? Number.POSITIVE_INFINITY);
const when = process.env.KILL_WHEN ?? 'before';
const countFile = process.env.KILL_COUNT_FILE;
let count = 0;

function boundary(original) {
  return async function (...args) {
    count++;
    if (countFile !== undefined) appendFileSync(countFile, '.');
    if (count === at && when === 'before') process.kill(process.pid, 'SIGKILL');
    const result = await original.apply(this, args);
    if (count >= at && when === 'after') process.kill(process.pid, 'SIGKILL');
    return result;
  };
}

const handle = await fs.open(process.execPath);
const prototype = Object.getPrototypeOf(handle);
prototype.sync = boundary(prototype.sync);
prototype.datasync = boundary(prototype.datasync);
await handle.close();
fs.rename = boundary(fs.rename);
syncBuiltinESMExports();
