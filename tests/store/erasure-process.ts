import { flushCompileCache } from 'node:module';
import { openStore } from '#lib/platform/db/store.ts';
import { runJobs } from './fixtures.ts';

// This process is killed, so it writes the compile cache now and not when it exits.
flushCompileCache();
/** A worker process that erases due accounts, and can be killed at any moment. */
const store = openStore(process.env.DATABASE_URL ?? '');
process.stdout.write('begun\n');
for (;;) {
  await runJobs(store);
  await new Promise((resolve) => setTimeout(resolve, 5));
}
