import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { daysMs, minutesMs } from '#lib/platform/clock.ts';
import { describeFault } from '#lib/platform/log/fault-text.ts';
import { log } from '#lib/platform/log/log.ts';
import { scriptLaunchOptions } from '#lib/platform/processes/child-process.ts';

interface DatabaseWatch {
  /** First damage found; null if none is known. */
  damage(): string | null;
  stop(): void;
}

/** Exit code for a damaged database. Any other failure (out of memory, a signal) says nothing about the database. */
export const damagedExitCode = 3;

/**
 * Checks the database for damage in a child process, since reading the whole file takes seconds.
 * @returns the first damage, or null
 * @throws if the database could not be checked
 */
export const findDatabaseDamage = (environment: NodeJS.ProcessEnv = process.env): Promise<string | null> =>
  new Promise((resolveDamage, reject) => {
    const { flags, env } = scriptLaunchOptions(environment);
    execFile(process.execPath, [...flags, resolve('lib/runtime/server/processes/check-pages.ts')], { env }, (error, output) => {
      if (error?.code === damagedExitCode) resolveDamage(output.split('\n', 1)[0] ?? '');
      else if (error) reject(error);
      else resolveDamage(null);
    });
  });

interface WatchOptions {
  check?: () => Promise<string | null>;
  everyMs?: number;
  againMs?: number;
}

/** Checks for damage immediately and once a day; sooner if a check could not be completed. */
export function watchDatabase({
  check = findDatabaseDamage,
  everyMs = daysMs(1),
  againMs = minutesMs(5),
}: WatchOptions = {}): DatabaseWatch {
  let firstDamage: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const probe = async (): Promise<void> => {
    let nextMs = everyMs;
    try {
      firstDamage = await check();
      if (firstDamage !== null) log.error({ damage: firstDamage }, 'the database is damaged: restore a backup');
    } catch (error) {
      nextMs = againMs;
      log.warn({ error: describeFault(error) }, 'the database could not be checked for damage: the check is retried soon');
    }
    if (!isStopped) timer = setTimeout(probe, nextMs).unref();
  };
  void probe();
  return {
    damage: () => firstDamage,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
