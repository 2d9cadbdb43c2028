import { eq } from 'drizzle-orm';
import { dataExports } from '#lib/platform/db/schema/accounts.ts';
import { openStore } from '#lib/platform/db/store.ts';
import { buildArchive } from '#lib/portal/exports/commands/build-archive.ts';

/** A process that builds the waiting archives, and can be killed at any moment. */
const store = openStore(process.env.DATABASE_URL ?? '');
const waiting = await store.reader.select({ id: dataExports.id }).from(dataExports).where(eq(dataExports.state, 'waiting'));
process.stdout.write('begun\n');
for (const { id } of waiting) await buildArchive(store, { exportId: id });
await store.close();
