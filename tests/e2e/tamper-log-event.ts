import { openStore } from '#lib/platform/db/store.ts';

/** `node … tests/e2e/tamper-log-event.ts <event> <from> <to>`: tampers with an event of the log in the database. */
const store = openStore(process.env.DATABASE_URL ?? '');
const [id = '', from = '', to = ''] = process.argv.slice(2);
const changed = await store.transact((tx) =>
  tx.execute<{ id: string }>('update evidence_events set body = replace(body, ?, ?) where id = ? returning id', [], [from, to, id]),
);
await store.close();
if (changed.length !== 1) throw new Error(`There is no event ${id}.`);
