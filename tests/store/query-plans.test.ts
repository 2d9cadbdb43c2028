import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authorLetters } from '#lib/catalog/authors/queries/lists.ts';
import { mainTopicsOf, yearCountsByTopic } from '#lib/catalog/contexts/queries/authors.ts';
import { contextLetters } from '#lib/catalog/contexts/queries/contexts.ts';
import { relatedWorks } from '#lib/catalog/contexts/queries/related-works.ts';
import { followedAuthorsOf } from '#lib/community/feeds/queries/cursors.ts';
import { followAuthor } from '#lib/community/follows/commands/authors.ts';
import { suggestedPeople } from '#lib/community/follows/queries/suggestions.ts';
import { listingsIn } from '#lib/community/invitations/queries/listings.ts';
import { proposalsOf } from '#lib/governance/identity/queries/proposals.ts';
import { dialect } from '#lib/platform/db/columns.ts';
import { collectDependencies } from '#lib/platform/db/dependencies.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { fillSlots } from '#lib/portal/me/queries/slots.ts';
import { homeView } from '#lib/portal/pages/queries/home.ts';
import { createAccount, createRecord, createWork } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();

/** Returns the SQLite query plans of all reads. SQLite has no statistics, so a plan does not depend on the number of rows. */
async function readPlans(read: (reader: Reader) => Promise<unknown>): Promise<string[]> {
  const { reader } = database.store;
  const texts = await collectDependencies(async ({ shapes }) => {
    await read(reader);
    return [...shapes.keys()].map(({ text }) => text.replace('in $many', "in (select value from json_each('[]'))"));
  });
  expect(texts.length).toBeGreaterThan(0);
  const plans = await Promise.all(
    texts.map((text) => reader.query<{ detail: string }>(`explain query plan ${text}`, [], text.match(/\?/g)?.map(() => null) ?? [])),
  );
  return plans.map((steps) => steps.map(({ detail }) => detail).join('; '));
}

test.runIf(dialect === 'sqlite')(
  'no read of a person or a work begins with all topics, or with all people for the claimed or listed ones',
  async () => {
    const { reader } = database.store;
    const { key: told } = await createRecord(database.store, 'Ada Lantern');
    await createWork(database.store, 'Tallow candles in churches', [{ key: told, name: 'Ada Lantern' }]);
    const [work] = await reader.select().from(works);
    const [author] = await reader.select().from(authors);
    const key = author?.key ?? 0;
    const reads: Record<string, (reader: Reader) => Promise<unknown>> = {
      related: (from) => relatedWorks(from, work?.id ?? ''),
      main: (from) => mainTopicsOf(from, [key, key + 1]),
      years: (from) => yearCountsByTopic(from, key),
    };
    for (const [name, read] of Object.entries(reads))
      for (const plan of await readPlans(read)) expect(plan, name).not.toMatch(/USING (?:COVERING )?INDEX contexts_\w+ \(kind=\?\)/);
    const [listed] = await readPlans((from) => listingsIn(from, 'topic-1'));
    expect(listed).toMatch(/^SEARCH authors USING INDEX authors_open/);
    const ofClaimed = (await readPlans(homeView)).filter((plan) => plan.includes('authors_claimed'));
    expect(ofClaimed.length).toBeGreaterThan(0);
  },
);

test.runIf(dialect === 'sqlite')(
  'what is counted of all topics, venues and institutions, and of all people, is read from an index or kept',
  async () => {
    const plans = await readPlans(async (reader) => {
      await contextLetters(reader, 'topic');
      await homeView(reader);
      await authorLetters(reader, { isClaimed: false });
    });
    const counted = plans.filter((plan) => /GROUP BY|contexts_sort_name/.test(plan) && /contexts/.test(plan));
    expect(counted.length).toBeGreaterThan(1);
    for (const plan of counted) expect(plan).toContain('COVERING INDEX contexts_sort_name');
    expect(plans.filter((plan) => plan.includes('author_letters')).length).toBeGreaterThan(0);
    for (const plan of plans) expect(plan).not.toMatch(/SCAN authors (?!USING COVERING INDEX authors_claimed)/);
  },
);

test.runIf(dialect === 'sqlite')('the proposals of an account are read from an index', async () => {
  const actor = await createAccount(database.store, 'Proposer');
  const plans = await readPlans((reader) => proposalsOf(reader, actor));
  expect(plans).toEqual([expect.stringContaining('identity_changes_account (account_id=?)')]);
});

test.runIf(dialect === 'sqlite')(
  'a feed and its suggestions read no more of a person than their newest work and strongest links',
  async () => {
    const { store } = database;
    const actor = await createAccount(store, 'Follower');
    const { id, key } = await createRecord(store, 'Bela Lantern');
    await createWork(store, 'Lamps of two', [
      { key, name: 'Bela Lantern' },
      { key: (await createRecord(store, 'Cleo Lantern')).key, name: 'Cleo Lantern' },
    ]);
    await store.transact((tx) => followAuthor(tx, actor, { authorId: id }));
    const ofFeed = await readPlans((reader) => followedAuthorsOf(reader, actor.accountId, { below: 1_000, above: 0 }));
    const ofSuggestions = await readPlans((reader) => suggestedPeople(reader, actor));
    expect(ofFeed.join('; ')).toContain('SEARCH s USING COVERING INDEX authorships_new (author_key=? AND work_key>? AND work_key<?)');
    for (const other of ['author', 'coauthor'])
      expect(ofSuggestions.join('; ')).toContain(`coauthor_edges_${other} (${other}_key=? AND works>?)`);
  },
);

test('the slots of a profile for a member who has one read nothing twice', async () => {
  const { store } = database;
  const actor = await createAccount(store, 'Member');
  const [own, other] = [await createRecord(store, 'Member'), await createRecord(store, 'Somebody else')];
  await store.transact((tx) => tx.update(authors).set({ ownerId: actor.accountId, claimState: 'claimed' }).where(eq(authors.key, own.key)));
  const reads: string[] = [];
  const names = new Map<unknown, number>();
  const reader = new Proxy(store.reader, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name !== 'prepared') return value;
      return (build: unknown, values: unknown) => {
        if (!names.has(build)) names.set(build, names.size);
        reads.push(`${names.get(build)} ${build} ${JSON.stringify(values)}`);
        return Reflect.apply(value, target, [build, values]);
      };
    },
  });
  const slots = new Map<string, object>([
    ['account', {}],
    ['profile-actions', { id: other.id, name: 'Somebody else' }],
  ]);
  expect(await fillSlots(reader, actor, { slots, path: '/authors/somebody-else' })).toHaveLength(slots.size);
  expect(reads.length).toBeGreaterThan(5);
  expect(reads.filter((read, at) => reads.indexOf(read) !== at)).toEqual([]);
});

const followedSubjects =
  'select a.id as planned_once_each from authors a left join follows f on f.author_id = a.id and f.account_id = ? where a.id = ?';

test.runIf(dialect === 'sqlite').each([
  ['limit', 'select value as planned_once from json_each(?) limit ?', (at: number) => ['[1, 2, 3, 4, 5]', at]],
  ['column', followedSubjects, (at: number, id: string) => [`account ${at}`, id]],
] as const)('a statement whose %s is bound is planned once', async (_, text, valuesOf) => {
  const { reader } = database.store;
  const { id } = await createRecord(database.store, 'Ada Lantern');
  const { Function: original } = globalThis;
  let planned = 0;
  // better-sqlite3 compiles a row function for each prepared statement.
  globalThis.Function = new Proxy(original, {
    apply(target, self, values) {
      planned += 1;
      return Reflect.apply(target, self, values);
    },
  });
  try {
    for (const at of [1, 2, 3, 4]) await reader.query(text, [], valuesOf(at, id));
  } finally {
    globalThis.Function = original;
  }
  expect(planned).toBe(1);
});
