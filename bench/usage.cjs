// Loaded into every measured process: says at the end what it used. Resident memory is the kernel's own peak.
const { readFileSync, writeFileSync } = require('node:fs');

/** A number of the kernel about this process; undefined where it gives none. */
function kernelNumber(file, pattern) {
  try {
    const found = pattern.exec(readFileSync(`/proc/self/${file}`, 'utf8'));
    return found === null ? undefined : Number(found[1]);
  } catch {
    return undefined;
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
      // `maxRSS` has the memory of whoever started the process, too.
      peak: (kernelNumber('status', /^VmHWM:\s+(\d+)/m) ?? maxRSS) / 1024,
      written: kernelNumber('io', /^wchar: (\d+)/m) ?? 0,
      // Of undo-time.cjs, where it is loaded.
      undo: globalThis.benchUndo,
    }),
  );
});
