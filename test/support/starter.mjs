// Starts commands for a test worker (see start-git.ts): one message to start, then pieces of its input; one message back
// with all that the command said.
import { spawn } from 'node:child_process';

const running = new Map();

process.on('message', ({ id, start, write, end, kill }) => {
  if (start !== undefined) begin(id, start);
  const child = running.get(id);
  if (write !== undefined) child?.stdin?.write(write);
  if (end === true) child?.stdin?.end();
  if (kill !== undefined) child?.kill(kill);
});
process.on('disconnect', () => process.exit());

function begin(id, { command, args, options }) {
  const child = spawn(command, args, options);
  running.set(id, child);
  const stdout = [];
  const stderr = [];
  child.stdout?.on('data', (piece) => stdout.push(piece));
  child.stderr?.on('data', (piece) => stderr.push(piece));
  // Its exit code says why it did not read everything.
  child.stdin?.on('error', () => undefined);
  child.on('error', ({ message, code }) => tell({ id, error: { message, code } }));
  child.on('close', (code, signal) => {
    running.delete(id);
    tell({ id, code, signal, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr) });
  });
}

function tell(message) {
  if (process.connected) process.send(message);
}
