import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { indexDocuments } from '#lib/catalog/search-index/documents.ts';
import { type FeedItem, type FeedPage, feedReasonSentence, parseFeedCursor, topFeedPosition } from '#lib/community/feeds/model.ts';
import { countNewEntries, feedPage } from '#lib/community/feeds/queries/page.ts';
import { followAuthor } from '#lib/community/follows/commands/authors.ts';
import { changeFollow } from '#lib/community/follows/commands/change.ts';
import { followContext } from '#lib/community/follows/commands/contexts.ts';
import { recordEvent } from '#lib/community/follows/commands/record-events.ts';
import { saveSearch } from '#lib/community/follows/commands/searches.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { follows } from '#lib/platform/db/schema/follows.ts';
import { authorships } from '#lib/platform/db/schema/works.ts';
import { type AuthorRecord, createAccount, createContext, createRecord, createWork } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();
let noor: Actor;
beforeEach(async () => {
  noor = await createAccount(database.store, 'Noor');
});

const pageAt = (cursor?: string, limit = 30): Promise<FeedPage> =>
  feedPage(database.store.reader, noor.accountId, { from: parseFeedCursor(cursor), limit });
const describeItem = (item: FeedItem): string =>
  item.kind === 'work' ? `${item.work.title?.join('')}: ${feedReasonSentence(item.reasons)}` : `${item.author.name} ${item.news}`;
const titles = (page: FeedPage): string[] => page.items.map((item) => (item.kind === 'work' ? `${item.work.title?.join('')}` : item.news));
const follow = (record: AuthorRecord) => database.store.transact((tx) => followAuthor(tx, noor, { authorId: record.id }));
/** Adds follows of people without works: with many, a feed reads the newest works of all authors first. */
const followNobody = (times: number) =>
  database.store.transact(async (tx) => {
    const rows = Array.from({ length: times }, (_, each) => ({ authorId: `nobody-${each}`, state: 'on', since: now() }));
    if (times > 0) await tx.insert(follows).values(rows.map((row) => ({ ...row, accountId: noor.accountId })));
  });
const followContextOf = (context: { id: string }) =>
  database.store.transact((tx) => followContext(tx, noor, { contextId: context.id, want: 'on' }));
const authorOf = (record: AuthorRecord, name: string) => ({ key: record.key, name });

describe('a feed', () => {
  test('lists the latest arrivals first, each work once, with every followed subject that it concerns', async () => {
    const { store } = database;
    const [ada, ben] = [await createRecord(store, 'Ada Brandt'), await createRecord(store, 'Ben Okri')];
    const first = await createWork(store, 'First', [authorOf(ada, 'Ada Brandt')]);
    await createWork(store, 'Of a stranger', [authorOf(await createRecord(store, 'Stranger'), 'Stranger')]);
    const both = await createWork(store, 'Both', [authorOf(ben, 'Ben Okri'), authorOf(ada, 'Ada Brandt')]);
    const topic = await createContext(store, 'topic', 'Herons', [first, both]);
    expect((await pageAt()).items).toEqual([]);
    for (const record of [ada, ben]) await follow(record);
    await followContextOf(topic);
    expect((await pageAt()).items.map(describeItem)).toEqual([
      'Both: You follow Ada Brandt, Ben Okri and the topic Herons.',
      'First: You follow Ada Brandt and the topic Herons.',
    ]);
  });

  test('keeps its position while new works arrive, and lists each work on one page', async () => {
    const { store } = database;
    const ada = await createRecord(store, 'Ada Brandt');
    await follow(ada);
    for (let each = 1; each <= 7; each += 1) await createWork(store, `Work ${each}`, [authorOf(ada, 'Ada Brandt')]);
    const first = await pageAt(undefined, 3);
    expect(titles(first)).toEqual(['Work 7', 'Work 6', 'Work 5']);
    await createWork(store, 'Work 8', [authorOf(ada, 'Ada Brandt')]);
    await store.transact((tx) => recordEvent(tx, { authorId: ada.id, kind: 'claimed' }));
    const newest = first.items[0]?.position ?? topFeedPosition;
    expect(await countNewEntries(store.reader, noor.accountId, newest)).toBe(2);
    const second = await pageAt(first.next ?? '', 3);
    const third = await pageAt(second.next ?? '', 3);
    expect([titles(second), titles(third), third.next]).toEqual([['Work 4', 'Work 3', 'Work 2'], ['Work 1'], null]);
    expect(titles(await pageAt())).toEqual(['claimed', 'Work 8', 'Work 7', 'Work 6', 'Work 5', 'Work 4', 'Work 3', 'Work 2', 'Work 1']);
  });

  test('lists events of a record among the works of that time, and pages through both', async () => {
    const { store } = database;
    const ada = await createRecord(store, 'Ada Brandt');
    await follow(ada);
    await createWork(store, 'Before', [authorOf(ada, 'Ada Brandt')]);
    await store.transact((tx) => recordEvent(tx, { authorId: ada.id, kind: 'claimed' }));
    await store.transact((tx) => recordEvent(tx, { authorId: ada.id, kind: 'merged' }));
    await createWork(store, 'After', [authorOf(ada, 'Ada Brandt')]);
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: FeedPage = await pageAt(cursor, 1);
      seen.push(...page.items.map(describeItem));
      cursor = page.next;
    }
    expect(seen).toEqual(['After: You follow Ada Brandt.', 'Ada Brandt merged', 'Ada Brandt claimed', 'Before: You follow Ada Brandt.']);
  });

  test.each([0, 150])('with %i more follows, excludes muted subjects until they are unmuted', async (times) => {
    const { store } = database;
    await followNobody(times);
    const [ada, ben] = [await createRecord(store, 'Ada Brandt'), await createRecord(store, 'Ben Okri')];
    for (const record of [ada, ben]) await follow(record);
    await createWork(store, 'Of Ada', [authorOf(ada, 'Ada Brandt')]);
    await createWork(store, 'Of Ben', [authorOf(ben, 'Ben Okri')]);
    await createWork(store, 'Of both', [authorOf(ada, 'Ada Brandt'), authorOf(ben, 'Ben Okri')]);
    await store.transact((tx) => recordEvent(tx, { authorId: ada.id, kind: 'claimed' }));
    const want = (state: 'on' | 'muted') => store.transact((tx) => changeFollow(tx, noor, { kind: 'author', id: ada.id, want: state }));
    await want('muted');
    expect((await pageAt()).items.map(describeItem)).toEqual(['Of both: You follow Ben Okri.', 'Of Ben: You follow Ben Okri.']);
    await want('on');
    expect(titles(await pageAt())).toEqual(['claimed', 'Of both', 'Of Ben', 'Of Ada']);
  });

  test.each([0, 150])('with %i more follows, excludes hidden people, works of hidden people alone, and disowned works', async (times) => {
    const { store } = database;
    await followNobody(times);
    const [ada, ben] = [await createRecord(store, 'Ada Brandt'), await createRecord(store, 'Ben Okri')];
    for (const record of [ada, ben]) await follow(record);
    const alone = await createWork(store, 'Ada alone', [authorOf(ada, 'Ada Brandt')]);
    const shared = await createWork(store, 'Ada and Ben', [authorOf(ada, 'Ada Brandt'), authorOf(ben, 'Ben Okri')]);
    await followContextOf(await createContext(store, 'venue', 'Journal of Herons', [alone, shared]));
    const wrong = await createWork(store, 'Not of Ben', [authorOf(ben, 'Ben Okri')]);
    await store.transact(async (tx) => {
      await tx.update(authors).set({ visibility: 'suppressed' }).where(eq(authors.id, ada.id));
      const line = and(eq(authorships.workKey, wrong), eq(authorships.authorKey, ben.key));
      await tx.update(authorships).set({ state: 'not_mine' }).where(line);
      await recordEvent(tx, { authorId: ada.id, kind: 'claimed' });
    });
    const page = await pageAt();
    expect(page.items.map(describeItem)).toEqual(['Ada and Ben: You follow Ben Okri and the venue Journal of Herons.']);
    expect(JSON.stringify(page)).not.toContain('Brandt');
  });

  test('finds the first of very many items among few followed subjects, in any order', async () => {
    const { store } = database;
    const people = await Promise.all(Array.from({ length: 60 }, (_, each) => createRecord(store, `Person ${each}`)));
    for (const record of people) await follow(record);
    const keys: number[] = [];
    const works = new Map<number, { key: number }[]>();
    // One productive author among others; every third work has two authors.
    for (let each = 0; each < 90; each += 1) {
      const [one, two] = [people[each % 2 ? 0 : (each * 7) % 60], people[(each * 11) % 60]];
      if (!one || !two) throw new Error('Nobody there.');
      const by = each % 3 || one === two ? [authorOf(one, 'One')] : [authorOf(one, 'One'), authorOf(two, 'Two')];
      const key = await createWork(store, `Work ${each}`, by);
      keys.push(key);
      works.set(key, by);
    }
    const [first] = people;
    const disown = () =>
      store.transact((tx) =>
        tx
          .update(authorships)
          .set({ state: 'not_mine' })
          .where(eq(authorships.authorKey, first?.key ?? 0)),
      );
    const changes = [() => followNobody(0), () => followNobody(40), disown];
    for (const change of changes) {
      await change();
      const isLeft = (key: number) => change !== disown || works.get(key)?.some(({ key: author }) => author !== first?.key);
      const seen: number[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page: FeedPage = await pageAt(cursor, 7);
        seen.push(...page.items.map(({ position }) => position.work));
        cursor = page.next;
      }
      expect(seen).toEqual(keys.toReversed().filter(isLeft));
    }
  });

  test('includes the matches of saved searches, and states that reason next to others', async () => {
    const { store } = database;
    const ada = await createRecord(store, 'Ada Brandt');
    await follow(ada);
    const shared = await createWork(store, 'Herons in winter', [authorOf(ada, 'Ada Brandt')]);
    const found = await createWork(store, 'Grey herons', [authorOf(await createRecord(store, 'Stranger'), 'Stranger')]);
    await store.transact(async (tx) => {
      for (const [key, title] of [
        [shared, 'Herons in winter'],
        [found, 'Grey herons'],
      ] as const)
        await indexDocuments(tx, [{ kind: 'work', subjectKey: key, importance: 2026, title, body: '' }]);
      await saveSearch(tx, noor, { query: 'q=herons' });
    });
    expect((await pageAt()).items.map(describeItem)).toEqual([
      'Grey herons: You follow the search “herons”.',
      'Herons in winter: You follow Ada Brandt and the search “herons”.',
    ]);
  });
});
