import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { followAuthor, hideSuggestion } from '#lib/community/follows/commands/authors.ts';
import { suggestedPeople } from '#lib/community/follows/queries/suggestions.ts';
import { moveRows, revertRows } from '#lib/governance/identity/commands/moves.ts';
import { noMovedRows } from '#lib/governance/identity/model/changes.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { hiddenSuggestions } from '#lib/platform/db/schema/follows.ts';
import { blocks } from '#lib/platform/db/schema/invitations.ts';
import { eraseTables } from '#lib/portal/erasure/commands/tables.ts';
import { archivedRows } from '#lib/portal/exports/queries/archived-rows.ts';
import { actLifecycles } from '#lib/portal/lifecycles.ts';
import { type AuthorRecord, createAccount, createRecord, createWork } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();

const createPerson = async (name: string) => ({ ...(await createRecord(database.store, name)), name });
const createJointWork = (...by: { key: number; name: string }[]) =>
  createWork(database.store, `By ${by.map(({ name }) => name).join(' and ')}`, by);
const updateAuthor = ({ id }: AuthorRecord, values: Partial<typeof authors.$inferInsert>) =>
  database.store.transact((tx) => tx.update(authors).set(values).where(eq(authors.id, id)));
const suggestionsFor = async (actor: Actor) =>
  (await suggestedPeople(database.store.reader, actor)).map(({ name, works, coauthors, followed }) => [name, works, coauthors, followed]);

test('suggests co-authors, their co-authors, and those of followed people, with reasons; nobody who is followed, hidden, unlisted or blocked', async () => {
  const { store } = database;
  const mara = await createAccount(store, 'Mara');
  const [own, ada, ben, cleo, dora] = [
    await createPerson('Mara'),
    await createPerson('Ada'),
    await createPerson('Ben'),
    await createPerson('Cleo'),
    await createPerson('Dora'),
  ];
  await updateAuthor(own, { ownerId: mara.accountId, claimState: 'claimed' });
  await createJointWork(own, ada);
  await createJointWork(own, ben);
  await createJointWork(ada, cleo);
  await createJointWork(ben, cleo);
  expect(await suggestionsFor(mara)).toEqual([
    ['Ada', 1, 0, 0],
    ['Ben', 1, 0, 0],
    ['Cleo', 0, 2, 0],
  ]);
  await store.transact((tx) => followAuthor(tx, mara, { authorId: ada.id }));
  await createJointWork(ada, dora);
  expect(await suggestionsFor(mara)).toEqual([
    ['Cleo', 0, 2, 1],
    ['Ben', 1, 0, 0],
    ['Dora', 0, 1, 1],
  ]);
  // People who hide their co-authors are suggested to nobody, and lead to no suggestions.
  await updateAuthor(ada, { privacy: { hidden: ['coauthors'], indexed: true } });
  expect(await suggestionsFor(mara)).toEqual([
    ['Ben', 1, 0, 0],
    ['Cleo', 0, 1, 0],
  ]);
  await updateAuthor(cleo, { visibility: 'suppressed' });
  expect(await suggestionsFor(mara)).toEqual([['Ben', 1, 0, 0]]);
  await updateAuthor(cleo, { visibility: 'visible' });
  const owner = await createAccount(store, 'Cleo');
  await updateAuthor(cleo, { ownerId: owner.accountId, claimState: 'claimed' });
  for (const [accountId, blockedId] of [
    [mara.accountId, owner.accountId],
    [owner.accountId, mara.accountId],
  ] as const) {
    await store.transact((tx) => tx.insert(blocks).values({ accountId, blockedId, since: now() }));
    expect(await suggestionsFor(mara)).toEqual([['Ben', 1, 0, 0]]);
    await store.transact((tx) => tx.delete(blocks).where(eq(blocks.accountId, accountId)));
  }
  const hide = (authorId: string) => store.transact((tx) => hideSuggestion(tx, mara, { authorId }));
  for (let times = 0; times < 2; times += 1) expect(await hide(ben.id)).toEqual({ ok: true, value: null });
  expect(await suggestionsFor(mara)).toEqual([['Cleo', 0, 1, 0]]);
  await updateAuthor(ben, { visibility: 'suppressed' });
  expect([await hide(ben.id), await hide('nobody')]).toMatchObject([{ code: 'unknown_author' }, { code: 'unknown_author' }]);
  expect(await suggestionsFor(await createAccount(store, 'New'))).toEqual([]);
});

test('a dismissed suggestion is in the archive, moves with its record and back, and is erased with its account', async () => {
  const { store } = database;
  const rows = async () => (await store.reader.select().from(hiddenSuggestions)).filter(({ accountId }) => accountId === 'otto');
  const [from, to] = [
    { key: 901, id: 'one' },
    { key: 902, id: 'other' },
  ];
  await store.transact((tx) => tx.insert(hiddenSuggestions).values({ accountId: 'otto', authorId: 'one', since: now() }));
  expect((await archivedRows(store.reader, 'otto', 'follows')).hiddenSuggestions).toMatchObject([{ authorId: 'one' }]);
  const moved = await store.transact((tx) => moveRows(tx, from, to, () => true));
  expect(await rows()).toMatchObject([{ authorId: 'other' }]);
  await store.transact((tx) => revertRows(tx, to, from, { ...noMovedRows(), ...moved }));
  expect(await rows()).toMatchObject([{ authorId: 'one' }]);
  await store.transact((tx) => eraseTables(tx, { accountId: 'otto', addresses: [], seals: [] }, actLifecycles));
  expect(await rows()).toEqual([]);
});

test('an account that follows all of the closest people gets more distant ones', async () => {
  const { store } = database;
  const nora = await createAccount(store, 'Nora');
  const own = await createPerson('Nora');
  await updateAuthor(own, { ownerId: nora.accountId, claimState: 'claimed' });
  const near = await Promise.all(Array.from({ length: 61 }, (_, at) => createPerson(`Near ${at}`)));
  const far = await createPerson('Far');
  for (const one of near) await createJointWork(own, one);
  const last = near.at(-1);
  if (last) await createJointWork(last, far);
  for (const { id } of near) await store.transact((tx) => followAuthor(tx, nora, { authorId: id }));
  expect(await suggestionsFor(nora)).toEqual([['Far', 0, 0, 1]]);
});
