import { openStore } from '#lib/platform/db/store.ts';

/** `node … tests/e2e/change-event.ts <event> <from> <to>`: changes an event of the log in the database, as nobody may. */
const store = openStore(process.env.DATABASE_URL ?? '');
const [id = '', from = '', to = ''] = process.argv.slice(2);
const changed = await store.transact((tx) =>
  tx.execute<{ id: string }>('update evidence_events set body = replace(body, ?, ?) where id = ? returning id', [], [from, to, id]),
);
await store.close();
if (changed.length !== 1) throw new Error(`There is no event ${id}.`);
