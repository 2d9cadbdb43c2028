/** Processor time that some work of this process takes, in milliseconds: unlike time by the clock, a busy machine does not lengthen it much. */
export async function measureCpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
