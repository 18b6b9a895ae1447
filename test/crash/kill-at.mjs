// Loaded before the command (`node --import`): disturbs the process at the n-th flush, rename or push that it makes: right
// before it, while it is under way, a little later, or right after it. Those are the boundaries of the journal and of the
// snapshot: between two of them a crash is no different from a crash at one.
//
// KILL_HOW: `kill` (SIGKILL), `group` (SIGINT to the whole process group, which this process leads), or `stop` (SIGSTOP:
// the test does something else in the meantime, and lets it go on).
import childProcess from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const at = Number(process.env.KILL_AT ?? Number.POSITIVE_INFINITY);
const when = process.env.KILL_WHEN ?? 'before';
const how = process.env.KILL_HOW ?? 'kill';
const countFile = process.env.KILL_COUNT_FILE;
const markFile = process.env.KILL_MARK_FILE;
const onlyPushes = process.env.KILL_ONLY === 'push';
const LATER_MILLISECONDS = 15;
let count = 0;
let isDone = false;

function disturb() {
  if (isDone) return;
  isDone = true;
  if (markFile !== undefined) writeFileSync(markFile, '');
  if (how === 'group') process.kill(-process.pid, 'SIGINT');
  else process.kill(process.pid, how === 'stop' ? 'SIGSTOP' : 'SIGKILL');
}

function reach() {
  count++;
  if (countFile !== undefined) appendFileSync(countFile, '.');
  if (count === at && when === 'before') disturb();
}

function boundary(original) {
  return async function (...args) {
    reach();
    const work = original.apply(this, args);
    if (count >= at && when === 'during') disturb();
    const result = await work;
    if (count >= at && when === 'after') disturb();
    return result;
  };
}

// A push that was begun goes on without the process that began it.
const { spawn } = childProcess;
childProcess.spawn = (command, args, options) => {
  if (command !== 'git' || !args.includes('push')) return spawn(command, args, options);
  reach();
  const child = spawn(command, args, options);
  if (count >= at && when === 'during') disturb();
  if (count >= at && when === 'later') setTimeout(disturb, LATER_MILLISECONDS);
  if (count >= at && when === 'after') child.once('close', disturb);
  return child;
};

if (!onlyPushes) {
  const handle = await fs.open(process.execPath);
  const prototype = Object.getPrototypeOf(handle);
  prototype.sync = boundary(prototype.sync);
  prototype.datasync = boundary(prototype.datasync);
  await handle.close();
  fs.rename = boundary(fs.rename);
}
syncBuiltinESMExports();
