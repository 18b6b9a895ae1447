// serve NAME DELAY: starts what keeps the state, in a process of its own, and prints how it is reached.
import { startServer } from './servers.js';

const { own, environment, root, stop } = await startServer(process.argv[2] ?? '', Number(process.argv[3] ?? 0));
process.stdout.write(`${JSON.stringify({ own, environment, root })}\n`);
// Held open by whoever started it.
process.stdin.resume().once('close', async () => {
  await stop();
  process.exit();
});
