import { flushCompileCache } from 'node:module';
import { openStore } from '#lib/platform/db/store.ts';
import { runJobs } from './fixtures.ts';

// This process is killed, so it writes the compile cache now and not at its exit.
flushCompileCache();
/** A process of its own, to be killed at any moment: a worker that erases accounts whose time has come. */
const store = openStore(process.env.DATABASE_URL ?? '');
process.stdout.write('begun\n');
for (;;) {
  await runJobs(store);
  await new Promise((resolve) => setTimeout(resolve, 5));
}
