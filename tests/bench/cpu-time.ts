import { readFileSync } from 'node:fs';

/** Returns the CPU time of a server and its renderers, without its worker, in milliseconds. */
export function cpuMs(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  const renderers = children.filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('renderer.ts'));
  return [pid, ...renderers].reduce((sum, each) => sum + ownCpuMs(each), 0);
}

function ownCpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
