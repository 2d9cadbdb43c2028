import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** The processes of an instance carry this variable, so that those that survive it are found. */
export const markVariable = 'FAULTS_INSTANCE';

/** Why processes cannot be followed on this system; null where they can. */
export const cannotFollow = (): string | null => (process.platform === 'linux' ? null : 'processes are followed through /proc of Linux');

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
};

/** Returns the ids of the running processes with a mark; of those alone whose command names a script, where one is given. */
export const marked = (mark: string, script = ''): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => read(`/proc/${pid}/environ`).includes(`${markVariable}=${mark}`) && read(`/proc/${pid}/cmdline`).includes(script))
    .filter((pid) => !/^\d+ \(.*\) Z/s.test(read(`/proc/${pid}/stat`)))
    .map(Number);

/** Returns a process with its descendants. */
export function familyOf(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(familyOf)];
}

const endsWithinMs = 15_000;

/** Waits until no process with a mark is left; ends those that do not end by themselves. @returns how many those were */
export async function orphansOf(mark: string): Promise<number> {
  const givesUpAt = performance.now() + endsWithinMs;
  while (marked(mark).length > 0 && performance.now() < givesUpAt) await wait(50);
  const left = marked(mark);
  for (const pid of left) process.kill(pid, 'SIGKILL');
  return left.length;
}
