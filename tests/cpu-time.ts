/**
 * Returns the processor time of some work of this process, in milliseconds. Unlike elapsed time, it hardly depends on the load of the
 * machine.
 */
export async function measureCpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
