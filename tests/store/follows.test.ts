import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mintActor } from '#lib/auth/actor.ts';
import { accounts } from '#lib/db/schema/accounts.ts';
import { authors } from '#lib/db/schema/authors.ts';
import { followAuthor, tellFollowers, unfollowAuthor } from '#lib/follows/commands.ts';
import { followStateOf, followsOf } from '#lib/follows/queries.ts';
import { notificationsOf } from '#lib/notifications/queries.ts';
import { freshDatabase, type TestDatabase } from '../database.ts';
import { recorded, recordNow, signedUp } from './stories.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

describe('following', () => {
  test('Noor follows a record, sees it among hers, and lets it go again', async () => {
    const { store } = database;
    const noor = await signedUp(store, 'Noor');
    const record = await recorded(store, 'Ada Brandt');
    const follow = () => store.transact((tx) => followAuthor(tx, noor, { authorId: record.id }));
    expect(await follow()).toEqual({ ok: true, value: { state: 'on', followers: 1 } });
    expect(await followStateOf(store.reader, noor, record.id)).toBe('on');
    expect((await followsOf(store.reader, noor)).map(({ name }) => name)).toEqual(['Ada Brandt']);
    const revision = (await recordNow(store, record.id)).revision;
    expect(await follow()).toEqual({ ok: true, value: { state: 'on', followers: 1 } });
    expect((await recordNow(store, record.id)).revision).toBe(revision);
    expect(await store.transact((tx) => unfollowAuthor(tx, noor, { authorId: record.id }))).toEqual({
      ok: true,
      value: { state: 'off', followers: 0 },
    });
    expect(await followStateOf(store.reader, noor, record.id)).toBe('off');
    expect((await recordNow(store, record.id)).revision).toBeGreaterThan(revision);
  });

  test('200 people who follow at once are 200 followers, and who leave at once are none', async () => {
    const { store } = database;
    const record = await recorded(store, 'Ben Okri');
    const people = Array.from({ length: 200 }, (_, each) =>
      mintActor({ accountId: `follower-${each}`, name: null, email: null, emailConfirmed: false }),
    );
    await Promise.all(people.map((actor) => store.transact((tx) => followAuthor(tx, actor, { authorId: record.id }))));
    expect((await recordNow(store, record.id)).followersCount).toBe(200);
    await Promise.all(
      people.map((actor, each) =>
        store.transact((tx) =>
          each % 2 ? unfollowAuthor(tx, actor, { authorId: record.id }) : followAuthor(tx, actor, { authorId: record.id }),
        ),
      ),
    );
    expect((await recordNow(store, record.id)).followersCount).toBe(100);
  });

  test('the same person following twenty times at once is one follower', async () => {
    const { store } = database;
    const noor = await signedUp(store, 'Noor');
    const record = await recorded(store, 'Cleo Park');
    await Promise.all(Array.from({ length: 20 }, () => store.transact((tx) => followAuthor(tx, noor, { authorId: record.id }))));
    expect((await recordNow(store, record.id)).followersCount).toBe(1);
  });

  test('nobody follows their own record, one that is not there, one out of sight or one merged away', async () => {
    const { store } = database;
    const noor = await signedUp(store, 'Noor');
    const own = await recorded(store, 'Noor Haddad');
    const hidden = await recorded(store, 'Hidden Person', { visibility: 'suppressed' });
    const merged = await recorded(store, 'Merged Person');
    await store.transact(async (tx) => {
      await tx.update(authors).set({ ownerId: noor.accountId, claimState: 'claimed' }).where(eq(authors.id, own.id));
      await tx.update(authors).set({ mergedInto: own.key }).where(eq(authors.id, merged.id));
    });
    const follow = (authorId: string) => store.transact((tx) => followAuthor(tx, noor, { authorId }));
    expect(await follow(own.id)).toEqual({ ok: false, because: 'own_record' });
    for (const authorId of ['nobody', hidden.id, merged.id])
      expect(await follow(authorId)).toEqual({ ok: false, because: 'unknown_author' });
    expect((await recordNow(store, own.id)).followersCount).toBe(0);
  });

  test('a record that goes out of sight leaves every list of follows', async () => {
    const { store } = database;
    const noor = await signedUp(store, 'Noor');
    const record = await recorded(store, 'Dana Reyes');
    await store.transact((tx) => followAuthor(tx, noor, { authorId: record.id }));
    await store.transact((tx) => tx.update(authors).set({ visibility: 'suppressed' }).where(eq(authors.id, record.id)));
    expect(await followsOf(store.reader, noor)).toEqual([]);
  });

  test('what happens to a record is told to its followers once, however often the job runs', async () => {
    const { store } = database;
    const noor = await signedUp(store, 'Noor');
    const record = await recorded(store, 'Emil Sand');
    await store.transact((tx) => followAuthor(tx, noor, { authorId: record.id }));
    const payload = {
      authorId: record.id,
      kind: 'author_claimed',
      facts: { name: 'Emil Sand', path: `/authors/${record.slug}` },
      onceKey: 'told',
    };
    for (const _ of [1, 2]) await store.transact((tx) => tellFollowers(tx, payload));
    const told = await notificationsOf(store.reader, noor);
    expect(told.map(({ title, path, read }) => ({ title, path, read }))).toEqual([
      { title: 'Emil Sand has claimed their record', path: `/authors/${record.slug}`, read: false },
    ]);
    expect(await store.reader.select().from(accounts).where(eq(accounts.id, 'nobody'))).toEqual([]);
  });
});
