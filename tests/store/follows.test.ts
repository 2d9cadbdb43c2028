import { eq, inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { followAuthor, unfollowAuthor } from '#lib/community/follows/commands/authors.ts';
import { changeFollow } from '#lib/community/follows/commands/change.ts';
import { followContext } from '#lib/community/follows/commands/contexts.ts';
import { saveSearch } from '#lib/community/follows/commands/searches.ts';
import { countFollows, followStateOf, followsOf, listFollowsOf, newestFollowsOf } from '#lib/community/follows/queries/authors.ts';
import { contextFollowers, topicsToFollow } from '#lib/community/follows/queries/contexts.ts';
import { searchFollowsOf } from '#lib/community/follows/queries/searches.ts';
import { mergeRecords } from '#lib/governance/identity/commands/merge.ts';
import { mergePreview, splitPreview } from '#lib/governance/identity/queries/preview.ts';
import { type Actor, mintActor } from '#lib/platform/auth/actor.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { contexts } from '#lib/platform/db/schema/contexts.ts';
import { follows } from '#lib/platform/db/schema/follows.ts';
import { assignRecord, createAccount, createContext, createRecord, getRecord } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();

describe('following', () => {
  test('adds a record to the list of its follower, and unfollowing removes it', async () => {
    const { store } = database;
    const noor = await createAccount(store, 'Noor');
    const record = await createRecord(store, 'Ada Brandt');
    const follow = () => store.transact((tx) => followAuthor(tx, noor, { authorId: record.id }));
    expect(await follow()).toMatchObject({ ok: true, value: { state: 'on', followers: 1 } });
    expect(await followStateOf(store.reader, noor, record.id)).toBe('on');
    expect((await followsOf(store.reader, noor)).map(({ name }) => name)).toEqual(['Ada Brandt']);
    const revision = (await getRecord(store, record.id)).revision;
    expect(await follow()).toMatchObject({ ok: true, value: { state: 'on', followers: 1 } });
    expect((await getRecord(store, record.id)).revision).toBe(revision);
    expect(await store.transact((tx) => unfollowAuthor(tx, noor, { authorId: record.id }))).toEqual({
      ok: true,
      value: { state: 'off', followers: 0 },
    });
    expect(await followStateOf(store.reader, noor, record.id)).toBe('off');
    expect((await getRecord(store, record.id)).revision).toBeGreaterThan(revision);
  });

  test('by 200 people concurrently counts 200 followers, and their unfollowing leaves none', async () => {
    const { store } = database;
    const record = await createRecord(store, 'Ben Okri');
    const people = Array.from({ length: 200 }, (_, each) =>
      mintActor({ accountId: `follower-${each}`, name: null, email: null, emailConfirmed: false }),
    );
    await Promise.all(people.map((actor) => store.transact((tx) => followAuthor(tx, actor, { authorId: record.id }))));
    expect((await getRecord(store, record.id)).followersCount).toBe(200);
    await Promise.all(
      people.map((actor, each) =>
        store.transact((tx) =>
          each % 2 ? unfollowAuthor(tx, actor, { authorId: record.id }) : followAuthor(tx, actor, { authorId: record.id }),
        ),
      ),
    );
    expect((await getRecord(store, record.id)).followersCount).toBe(100);
  });

  test('twenty times concurrently by one person counts one follower', async () => {
    const { store } = database;
    const noor = await createAccount(store, 'Noor');
    const record = await createRecord(store, 'Cleo Park');
    await Promise.all(Array.from({ length: 20 }, () => store.transact((tx) => followAuthor(tx, noor, { authorId: record.id }))));
    expect((await getRecord(store, record.id)).followersCount).toBe(1);
  });

  test('is rejected for one’s own record, and for an unknown, hidden or merged one', async () => {
    const { store } = database;
    const noor = await createAccount(store, 'Noor');
    const own = await createRecord(store, 'Noor Haddad');
    const hidden = await createRecord(store, 'Hidden Person', { visibility: 'suppressed' });
    const merged = await createRecord(store, 'Merged Person');
    await store.transact(async (tx) => {
      await tx.update(authors).set({ ownerId: noor.accountId, claimState: 'claimed' }).where(eq(authors.id, own.id));
      await tx.update(authors).set({ mergedInto: own.key }).where(eq(authors.id, merged.id));
    });
    const follow = (authorId: string) => store.transact((tx) => followAuthor(tx, noor, { authorId }));
    expect(await follow(own.id)).toEqual({ ok: false, code: 'own_record' });
    for (const authorId of ['nobody', hidden.id, merged.id]) expect(await follow(authorId)).toEqual({ ok: false, code: 'unknown_author' });
    expect((await getRecord(store, own.id)).followersCount).toBe(0);
  });

  test('of a record that is merged into its follower’s own ends for them, and stays for everybody else', async () => {
    const { store } = database;
    const [owner, fan] = [await createAccount(store, 'Owner'), await createAccount(store, 'Fan')];
    const [mine, other] = [await createRecord(store, 'Ada Whole'), await createRecord(store, 'A. Whole')];
    await assignRecord(store, owner, mine);
    for (const actor of [owner, fan]) await store.transact((tx) => followAuthor(tx, actor, { authorId: other.id }));
    const [into, from] = [await getRecord(store, mine.id), await getRecord(store, other.id)];
    const moved = await store.transact((tx) => mergeRecords(tx, into, from));
    expect(moved.follows).toEqual([fan.accountId]);
    expect((await getRecord(store, mine.id)).followersCount).toBe(1);
    expect([await followStateOf(store.reader, owner, mine.id), await followStateOf(store.reader, fan, mine.id)]).toEqual(['off', 'on']);
    // The revert restores the follow of the other record.
    expect(await followStateOf(store.reader, owner, other.id)).toBe('on');
  });

  test('hidden followers and co-authors are counted in no preview of a merge or split, except for reviewers', async () => {
    const { store } = database;
    const fan = await createAccount(store, 'Fan');
    const [kept, other] = [await createRecord(store, 'Kept Back'), await createRecord(store, 'Kept Beside')];
    await store.transact((tx) => followAuthor(tx, fan, { authorId: kept.id }));
    const privacy = { hidden: ['followers', 'coauthors'], indexed: true };
    await store.transact((tx) => tx.update(authors).set({ privacy }).where(eq(authors.id, kept.id)));
    const [one, two] = [await getRecord(store, kept.id), await getRecord(store, other.id)];
    const nothing = { followers: null, coauthors: null };
    const merged = await mergePreview(store.reader, one, two);
    expect([merged.surviving.before, merged.surviving.after]).toMatchObject([nothing, nothing]);
    expect((await mergePreview(store.reader, two, one)).other.before).toMatchObject(nothing);
    expect((await splitPreview(store.reader, one, { workIds: [], otherName: 'x' })).surviving.before).toMatchObject(nothing);
  });

  test('a record that is hidden is removed from every list of follows', async () => {
    const { store } = database;
    const noor = await createAccount(store, 'Noor');
    const record = await createRecord(store, 'Dana Reyes');
    await store.transact((tx) => followAuthor(tx, noor, { authorId: record.id }));
    await store.transact((tx) => tx.update(authors).set({ visibility: 'suppressed' }).where(eq(authors.id, record.id)));
    expect(await followsOf(store.reader, noor)).toEqual([]);
  });

  test('of a topic by 200 people concurrently counts 200 followers, and 100 after half of them leave concurrently', async () => {
    const { store } = database;
    const topic = await createContext(store, 'topic', 'Loss curves');
    const people = Array.from({ length: 200 }, (_, each) =>
      mintActor({ accountId: `topical-${each}`, name: null, email: null, emailConfirmed: false }),
    );
    const change = (want: 'on' | 'off') => (actor: Actor) =>
      store.transact((tx) => followContext(tx, actor, { contextId: topic.id, want }));
    await Promise.all([...people, ...people].map(change('on')));
    expect(await contextFollowers(store.reader, topic.id)).toBe(200);
    await Promise.all(people.map((actor, each) => change(each % 2 ? 'off' : 'on')(actor)));
    expect(await contextFollowers(store.reader, topic.id)).toBe(100);
  });

  test('suggests the topics with the most works that the account does not follow', async () => {
    const { store } = database;
    const noor = await createAccount(store, 'Noor');
    const offered = async () => (await topicsToFollow(store.reader, noor, 2)).map(({ name }) => name);
    const [large] = [
      await createContext(store, 'topic', 'Amber'),
      await createContext(store, 'topic', 'Basalt'),
      await createContext(store, 'venue', 'AA'),
    ];
    await createContext(store, 'topic', 'Chalk');
    await store.transact((tx) =>
      tx
        .update(contexts)
        .set({ worksCount: 99 })
        .where(inArray(contexts.name, ['Amber', 'Basalt', 'AA'])),
    );
    expect(await offered()).toEqual(['Amber', 'Basalt']);
    await store.transact((tx) => followContext(tx, noor, { contextId: large.id, want: 'on' }));
    expect((await offered())[0]).toBe('Basalt');
  });

  test('can be muted and unmuted by its account only, and only if followed', async () => {
    const { store } = database;
    const [noor, other] = [await createAccount(store, 'Noor'), await createAccount(store, 'Other')];
    const record = await createRecord(store, 'Gil Amsel');
    await store.transact((tx) => followAuthor(tx, noor, { authorId: record.id }));
    const change = (actor: Actor, want: 'on' | 'muted' | 'off') =>
      store.transact((tx) => changeFollow(tx, actor, { kind: 'author', id: record.id, want }));
    expect(await change(other, 'muted')).toEqual({ ok: false, code: 'not_followed' });
    expect(await followStateOf(store.reader, noor, record.id)).toBe('on');
    await change(noor, 'muted');
    expect(await followStateOf(store.reader, noor, record.id)).toBe('muted');
    expect((await getRecord(store, record.id)).followersCount).toBe(1);
    await change(noor, 'off');
    expect((await getRecord(store, record.id)).followersCount).toBe(0);
    expect(await change(noor, 'on')).toEqual({ ok: false, code: 'not_followed' });
  });

  test('saves a search once, in any order of its filters, and at most twenty', async () => {
    const { store } = database;
    const noor = await createAccount(store, 'Noor');
    const save = (query: string) => store.transact((tx) => saveSearch(tx, noor, { query }));
    await Promise.all(Array.from({ length: 8 }, () => save('q=herons&from=2020&type=article')));
    expect(await save('type=article&from=2020&kind=works&q=herons&nonsense=1')).toMatchObject({
      ok: true,
      value: { query: 'q=herons&kind=works&from=2020&type=article' },
    });
    expect((await searchFollowsOf(store.reader, noor)).map(({ name }) => name)).toEqual(['“herons”, from 2020, type article']);
    expect(await save('q=%2C%2C&from=2020')).toEqual({ ok: false, code: 'empty_search' });
    for (let each = 1; each < 20; each += 1) await save(`q=word${each}`);
    expect(await save('q=onemore')).toEqual({ ok: false, code: 'too_many_searches' });
    const hasty = await createAccount(store, 'Hasty');
    const words = Array.from({ length: 30 }, (_, each) => `q=hasty${each}`);
    const saved = await Promise.all(words.map((query) => store.transact((tx) => saveSearch(tx, hasty, { query }))));
    expect(saved.filter(({ ok }) => ok)).toHaveLength(20);
    expect(await searchFollowsOf(store.reader, hasty)).toHaveLength(20);
  });
});

test('the newest follows and their number are read without the others', async () => {
  const { store } = database;
  const actor = await createAccount(store, 'Follows Several');
  const names = ['Followed Earliest', 'Followed Second', 'Followed Last'];
  const slugs: string[] = [];
  for (const [index, name] of names.entries()) {
    const { id, slug } = await createRecord(store, name);
    slugs.push(slug);
    await store.transact((tx) => followAuthor(tx, actor, { authorId: id }));
    await store.transact((tx) =>
      tx
        .update(follows)
        .set({ since: new Date(Date.UTC(2026, 0, index + 1)) })
        .where(eq(follows.authorId, id)),
    );
  }
  expect((await newestFollowsOf(store.reader, actor, 2)).map(({ name }) => name)).toEqual(['Followed Last', 'Followed Second']);
  expect(await countFollows(store.reader, actor)).toBe(3);
  const listed = await listFollowsOf(store.reader, actor, [...slugs.slice(1), 'nobody']);
  expect([...listed]).toEqual(expect.arrayContaining(slugs.slice(1).map((slug) => [slug, 'following'])));
  expect(listed.size).toBe(2);
});
