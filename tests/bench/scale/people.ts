import { startSession } from '#lib/platform/auth/sessions.ts';
import { openStore } from '#lib/platform/db/store.ts';
import { createAccount, createRecord } from '../../store/fixtures.ts';
import type { People } from '../scale.ts';

// Creates records and a signed-in follower, and prints them as JSON.
const store = openStore(process.env.DATABASE_URL ?? '');
const made = [];
for (let at = 0; at < 60; at += 1) made.push(await createRecord(store, `Scale Record ${at}`));
const { accountId } = await createAccount(store, 'Reader');
const { token } = await store.transact((tx) => startSession(tx, accountId, { signInMethod: 'email', device: 'bench', network: null }));
await store.close();
const people: People = {
  paths: made.map(({ slug }) => `/authors/${slug}`),
  ids: made.map(({ id }) => id),
  cookie: `peergraph-session=${token}`,
};
console.log(JSON.stringify(people));
