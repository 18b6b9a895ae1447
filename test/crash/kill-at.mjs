// Loaded before the command (`node --import`): kills the process with SIGKILL at the n-th flush, rename or push that it
// makes: right before it, while it is under way, or right after it. Those are the boundaries of the journal and of the
// snapshot: between two of them a crash is no different from a crash at one.
import childProcess from 'node:child_process';
import { appendFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const at = Number(process.env.KILL_AT ?? Number.POSITIVE_INFINITY);
const when = process.env.KILL_WHEN ?? 'before';
const countFile = process.env.KILL_COUNT_FILE;
let count = 0;

const die = () => process.kill(process.pid, 'SIGKILL');

function reach() {
  count++;
  if (countFile !== undefined) appendFileSync(countFile, '.');
  if (count === at && when === 'before') die();
}

function boundary(original) {
  return async function (...args) {
    reach();
    const work = original.apply(this, args);
    if (count >= at && when === 'during') die();
    const result = await work;
    if (count >= at && when === 'after') die();
    return result;
  };
}

// A push that was begun goes on without the process that began it.
const { spawn } = childProcess;
childProcess.spawn = (command, args, options) => {
  if (command !== 'git' || !args.includes('push')) return spawn(command, args, options);
  reach();
  const child = spawn(command, args, options);
  if (count >= at && when === 'during') die();
  if (count >= at && when === 'after') child.once('close', die);
  return child;
};

const handle = await fs.open(process.execPath);
const prototype = Object.getPrototypeOf(handle);
prototype.sync = boundary(prototype.sync);
prototype.datasync = boundary(prototype.datasync);
await handle.close();
fs.rename = boundary(fs.rename);
syncBuiltinESMExports();
