import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Environment variable that identifies the processes of an instance, so that orphans are found. */
export const instanceVariable = 'FAULTS_INSTANCE';

/** Returns why processes cannot be tracked on this system; null if they can. */
export const trackingUnavailable = (): string | null =>
  process.platform === 'linux' ? null : 'processes are followed through /proc of Linux';

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has ended.
    return '';
  }
};

/** Returns the ids of the running processes of an instance, optionally only those whose command line contains `script`. */
export const processesOf = (instanceId: string, script = ''): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter(
      (pid) => read(`/proc/${pid}/environ`).includes(`${instanceVariable}=${instanceId}`) && read(`/proc/${pid}/cmdline`).includes(script),
    )
    .filter((pid) => !/^\d+ \(.*\) Z/s.test(read(`/proc/${pid}/stat`)))
    .map(Number);

/** Returns the ids of a process and its descendants. */
export function processTree(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(processTree)];
}

const exitTimeoutMs = 15_000;

/** Waits until all processes of an instance have ended, and kills the rest after a timeout. @returns how many were killed */
export async function killOrphans(instanceId: string): Promise<number> {
  const deadline = performance.now() + exitTimeoutMs;
  while (processesOf(instanceId).length > 0 && performance.now() < deadline) await wait(50);
  const left = processesOf(instanceId);
  for (const pid of left) process.kill(pid, 'SIGKILL');
  return left.length;
}
