/** Milliseconds of the processor that this process has used: what else the machine is doing does not count. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
