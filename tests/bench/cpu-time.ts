import { readFileSync } from 'node:fs';

/** Returns the CPU time of a server and its renderers, without its worker, in milliseconds. */
export function cpuMs(pid: number): number {
  const renderers = childrenOf(pid).filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('renderer.ts'));
  return [pid, ...renderers].reduce((sum, each) => sum + ownCpuMs(each), 0);
}

/** Returns the memory of a server, its renderers and its worker, in megabytes. Pages that several of them share count once (PSS, proc(5)). */
export function memoryMb(pid: number): number {
  const pids = [pid, ...childrenOf(pid)];
  const kilobytes = pids.map((each) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${each}/smaps_rollup`, 'utf8'))?.[1] ?? 0));
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

function ownCpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
