import { resolve } from 'node:path';
import { daysMs } from '#lib/platform/clock.ts';
import { log } from '#lib/platform/log/log.ts';
import { run } from './build.ts';

/** What the last check of the database found. */
interface DatabaseWatch {
  /** The first damage; null where none is known. */
  damage(): string | null;
  stop(): void;
}

/** Looks for damage now and once a day, in a process of its own: reading the whole file takes seconds. */
export function watchDatabase(): DatabaseWatch {
  let found: string | null = null;
  const look = () =>
    run([resolve('lib/runtime/backup/cli.ts'), 'check', '--quick']).then(
      () => {
        found = null;
      },
      (error: unknown) => {
        found = (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
        log.error({ damage: found }, 'the database is damaged: restore a backup');
      },
    );
  void look();
  const timer = setInterval(look, daysMs(1));
  timer.unref();
  return { damage: () => found, stop: () => clearInterval(timer) };
}
