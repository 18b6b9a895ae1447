// Loaded into every measured process: says at the end what it used. Resident memory is the kernel's own peak.
const { readFileSync, writeFileSync } = require('node:fs');

function written() {
  try {
    return Number(/^wchar: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

process.on('exit', () => {
  const file = process.env.BENCH_USAGE;
  if (file === undefined) return;
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeFileSync(
    file,
    JSON.stringify({
      user: userCPUTime / 1000,
      system: systemCPUTime / 1000,
      peak: maxRSS / 1024,
      written: written(),
      // Of undo-time.cjs, where it is loaded.
      undo: globalThis.benchUndo,
    }),
  );
});
