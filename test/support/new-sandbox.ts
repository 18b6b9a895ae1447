import { type RunningSandbox, startSandbox } from '../../src/sandbox/index.js';

const used = new Set<string>();

/**
 * A sandbox at an address that no other one had in this process: a login that was refused is remembered by its address
 * for as long as the process lives, and a port is given out again.
 */
export async function startNewSandbox(options: Parameters<typeof startSandbox>[0]): Promise<RunningSandbox> {
  const sandbox = await startSandbox(options);
  if (!used.has(sandbox.url)) {
    used.add(sandbox.url);
    return sandbox;
  }
  // Its port is taken while the next one is looked for.
  const other = await startNewSandbox(options);
  await sandbox.close();
  return other;
}
