import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findAuthor } from '#lib/catalog/authors/queries/find.ts';
import { findContext } from '#lib/catalog/contexts/queries/contexts.ts';
import { contextView } from '#lib/catalog/contexts/queries/page.ts';
import { CoauthorLists, recountEdges } from '#lib/catalog/graph/commands.ts';
import { storeAuthor } from '#lib/catalog/ingest/commands/author-pages.ts';
import { storeWorks } from '#lib/catalog/ingest/commands/store-works.ts';
import { setPrivacy } from '#lib/catalog/ownership/commands/edit-record.ts';
import { mintOwner } from '#lib/catalog/ownership/model.ts';
import { authorFactsOf } from '#lib/catalog/refresh/commands/author-facts.ts';
import { refreshAuthors } from '#lib/catalog/refresh/commands/authors.ts';
import { importedAuthor, importedWork, type SourceId } from '#lib/catalog/sources/model.ts';
import type { HiddenField } from '#lib/catalog/statements/model/hidden-fields.ts';
import type { Opinion } from '#lib/catalog/statements/model/opinions.ts';
import type { VisibilityChoice } from '#lib/catalog/visibility/model.ts';
import { followAuthor } from '#lib/community/follows/commands/authors.ts';
import { accountPairKey } from '#lib/community/invitations/model/invitation.ts';
import { notificationsOf } from '#lib/community/notifications/queries/notifications.ts';
import { applyChange } from '#lib/governance/identity/commands/changes.ts';
import { rejectChange } from '#lib/governance/identity/commands/lock.ts';
import { deleteOpinionsOnRecord, stateOpinionsOnWorks } from '#lib/governance/identity/commands/opinions.ts';
import { proposeMerge } from '#lib/governance/identity/commands/propose.ts';
import { revertChange, revertChangeAsActor } from '#lib/governance/identity/commands/revert-change.ts';
import { setVisibility } from '#lib/governance/identity/commands/visibility.ts';
import { decideVisibility } from '#lib/governance/identity/commands/visibility-decisions.ts';
import { confirmVisibility, expireVisibilityLinks, requestVisibility } from '#lib/governance/identity/commands/visibility-requests.ts';
import { grantAdmin } from '#lib/platform/audit/roles.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now, setClock } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { organisationDomains, organisations } from '#lib/platform/db/schema/contexts.ts';
import { identityChanges } from '#lib/platform/db/schema/identity.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { sealPrintedAddress } from '#lib/platform/keys/seal.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';
import { strongDns } from '../evidence.ts';
import { registerInstitution } from '../institutions.ts';
import { readComparableState } from './comparable-state.ts';
import { compareWithRecount } from './corpus.ts';
import { advanceDays, claimWithEvidence, createAccount, inPasskeySession, runJobs, unwrap } from './fixtures.ts';
import { propertyRuns } from './property-runs.ts';
import { search } from './search-hits.ts';
import { databasePerTest } from './test-database.ts';

const database = databasePerTest();

interface WorkInput {
  title: string;
  year: number;
  by: string[];
  version?: string;
  /** Email addresses printed beside the first name. */
  printed?: string[];
}

/** Imports works of a source; another `version` makes another version of the same record. */
const importWorksOf = (source: SourceId, works: readonly WorkInput[]) =>
  database.store.transact((tx) =>
    storeWorks(tx, {
      source,
      importId: null,
      observedAt: now(),
      works: works.map(({ title, year, by, version, printed }) =>
        importedWork.parse({
          source,
          recordId: title,
          title: [title],
          type: 'paper',
          year,
          venue: version ?? 'Proceedings of Invented Things',
          authors: by.map((name, at) => ({
            name,
            affiliation: `University of ${name.split(' ')[1]}`,
            ...(at === 0 && printed ? { printedAddresses: printed.map(sealPrintedAddress()) } : {}),
          })),
        }),
      ),
    }),
  );
const importAuthorPage = (source: SourceId, name: string, works: readonly string[], recordId = name) =>
  database.store.transact((tx) =>
    storeAuthor(tx, { author: importedAuthor.parse({ source, recordId, name, works }), importId: null, observedAt: now() }),
  );

const lamps: WorkInput[] = [
  { title: 'A first lamp that burns for nobody at all', year: 2010, by: ['Ada Byron', 'Grace Hopper', 'Alan Turing'] },
  { title: 'A second lamp that burns in the hall', year: 2011, by: ['Ada Byron', 'Grace Hopper'] },
  { title: 'Shades of lamps and what they hide', year: 2012, by: ['Emmy Noether', 'Ada Byron'] },
  { title: 'On wicks and the length of evenings', year: 2020, by: ['Ada Byron', 'Marie Curie', 'Lise Meitner'] },
  { title: 'Evenings without any lamp whatsoever', year: 2021, by: ['Marie Curie', 'Ada Byron'] },
  { title: 'Oil and its many alternatives today', year: 2022, by: ['Lise Meitner', 'Emmy Noether', 'Alan Turing', 'Ada Byrom'] },
];
const more: WorkInput[] = [
  { title: 'Candles in the north of the country', year: 2019, by: ['A. Byron', 'Grace Hopper', 'Ada Byrom'] },
  { title: 'Matches and their long history', year: 2023, by: ['A. Byron', 'Emmy Noether', 'G. Hopper'] },
];

async function importCorpus(): Promise<void> {
  await importWorksOf('acl-anthology', lamps);
  await importWorksOf('bibtex', more);
  await importAuthorPage('acl-anthology-page', 'Ada Byron', []);
  await importAuthorPage('bibtex', 'A. Byron', ['Matches and their long history', 'Candles in the north of the country']);
  await importAuthorPage('bibtex', 'Grace Hopper', ['Matches and their long history', 'Candles in the north of the country']);
  const people = await recordIds();
  for (const [at, who] of ['One', 'Two', 'Three'].entries()) {
    const actor = await createAccount(database.store, who);
    for (const authorId of people.filter((_, place) => (place + at) % 2 === 0)) {
      await database.store.transact((tx) => followAuthor(tx, actor, { authorId }));
    }
  }
  await runJobs(database.store);
}

/** Stores the corpus, and more that refers to records: reports, opinions, an iD, a name in another script. */
async function importFullCorpus(): Promise<void> {
  await importCorpus();
  const people = await recordIds();
  await database.store.transact(async (tx) => {
    await tx.execute("update authors set orcid = '0000-0002-1825-0097' where slug = 'a-byron' returning key", []);
    const [native] = await tx.query<{ key: number }>("select key from authors where slug = 'emmy-noether'", []);
    const columns = ['author_key', 'name', 'name_key', 'works', 'native'];
    await tx.insertRows({ table: 'author_names', columns, rows: [[native?.key, 'Эмми Нётер', nameKey('Эмми Нётер'), 1, true]] });
    for (const [at, subjectId] of people.entries()) {
      const facts = { kind: 'wrong_fact', reason: 'name', facts: '{}', state: 'open', once_key: `${at}`, created_at: now() };
      const row = { id: newId(), subject: 'author', subject_id: subjectId, ...facts };
      await tx.insertRows({ table: 'reports', columns: Object.keys(row), rows: [Object.values(row)] });
    }
    // Every third authorship has an opinion.
    const signed = await tx.query<{ author_key: number; work_key: number }>(
      'select author_key, work_key from authorships order by key',
      [],
    );
    for (const [at, { author_key, work_key }] of signed.filter((_, place) => place % 3 === 0).entries()) {
      const [opinion = '', state = ''] =
        [
          ['mine', 'confirmed'],
          ['not_mine', 'not_mine'],
          ['not_sure', 'asserted'],
        ][at % 3] ?? [];
      await tx.insertRows({
        table: 'authorship_opinions',
        columns: ['author_key', 'work_key', 'opinion', 'account_id', 'at'],
        rows: [[author_key, work_key, opinion, null, now()]],
      });
      const text = 'update authorships set state = ? where author_key = ? and work_key = ? returning key';
      await tx.execute(text, [], [state, author_key, work_key]);
    }
    // Two people declare a collaboration; both own their records.
    const [one = '', other = '', third = ''] = people;
    for (const [at, [from, to]] of [
      [one, other],
      [third, one],
      [other, third],
    ].entries()) {
      const row = {
        id: `together${at}`,
        thread_id: 'a thread',
        from_author_id: from,
        to_author_id: to,
        proposed_by: 'one',
        state: 'confirmed',
      };
      const all = { ...row, pair: accountPairKey(from ?? '', to ?? ''), proposed_at: now() };
      await tx.insertRows({ table: 'collaborations', columns: Object.keys(all), rows: [Object.values(all)] });
    }
    await tx.execute("update authors set owner_id = 'one', claim_state = 'claimed' where id in $many returning key", people.slice(0, 4));
    await tx.execute('update authors set stale = true returning key', []);
    await enqueue(tx, { kind: 'refresh-authors', payload: {}, onceKey: 'refresh-authors' });
  });
  await runJobs(database.store);
  await database.store.transact((tx) => recountEverything(tx));
}

/** Recounts all edges, because the opinions were written directly. */
async function recountEverything(tx: Writer): Promise<void> {
  const rows = await tx.query<{ work_key: number; author_key: number }>('select work_key, author_key from authorships', []);
  const circles = new CoauthorLists();
  for (const some of Map.groupBy(rows, ({ work_key }) => work_key).values()) circles.add(some.map(({ author_key }) => author_key));
  await recountEdges(tx, circles);
  await tx.execute('update authors set stale = true returning key', []);
  while ((await refreshAuthors(tx, 100)) > 0);
}

async function recordIds(): Promise<string[]> {
  const rows = await database.store.reader.query<{ id: string }>('select id from authors where merged_into is null order by key', []);
  return rows.map(({ id }) => id);
}

const worksOf = async (authorId: string): Promise<string[]> => {
  const rows = await database.store.reader.query<{ id: string }>(
    'select distinct w.id from authorships s join works w on w.key = s.work_key join authors a on a.key = s.author_key where a.id = ? order by w.id',
    [],
    [authorId],
  );
  return rows.map(({ id }) => id);
};

const idOf = async (slug: string): Promise<string> => {
  const found = await findAuthor(database.store.reader, slug);
  if (found.kind === 'missing') throw new Error(`Nobody is called ${slug}.`);
  if (found.kind === 'moved') return idOf(found.slug);
  return found.author.id;
};

type ChangeInput = { kind: 'merge'; otherId: string } | { kind: 'split'; workIds: string[]; otherName: string };

/** Proposes a change, and applies it as reviewers would. */
async function applyNewChange(authorId: string, asked: ChangeInput) {
  const id = newId();
  await database.store.transact((tx) =>
    tx.insert(identityChanges).values({ id, authorId, state: 'proposed', reason: 'a story', proposedAt: now(), ...asked }),
  );
  const outcome = await database.store.transact((tx) => applyChange(tx, id, { byRule: true }));
  if (!outcome.ok) await database.store.transact((tx) => rejectChange(tx, id));
  return { id, outcome };
}
const slugOf = async (id: string): Promise<string> => {
  const found = await findAuthor(database.store.reader, id);
  if (found.kind === 'missing') throw new Error(`Nothing stands at ${id}.`);
  return found.kind === 'moved' ? found.slug : found.author.slug;
};
const revert = (id: string) => database.store.transact((tx) => revertChange(tx, id));

test('an undone merge and a split return works with the hidden fields of their former record', async () => {
  await importCorpus();
  const [ada, hopper] = [await idOf('ada-byron'), await idOf('g-hopper')];
  const owner = await createAccount(database.store, 'Owner of Ada');
  unwrap(await claimWithEvidence(database.store, owner, { id: ada }, strongDns('ada.example')));
  const said = { authorId: ada, hidden: ['affiliations', 'names'] as HiddenField[], indexed: 'yes' as const };
  unwrap(await database.store.transact((tx) => setPrivacy(tx, mintOwner(owner.accountId, ada), said)));
  const { reader } = database.store;
  const looks = async () => {
    await runJobs(database.store);
    const row = await findContext(reader, 'institution', 'university-of-hopper');
    const there = row ? (await contextView(reader, row, {}))?.works.length : 0;
    return { there, found: (await search(reader, 'Matches Hopper', { kind: 'work', limit: 10 })).hits.length };
  };
  const works = await worksOf(hopper);
  expect(await looks()).toEqual({ there: 4, found: 1 });
  const merge = await applyNewChange(ada, { kind: 'merge', otherId: hopper });
  expect(merge.outcome).toMatchObject({ ok: true });
  expect(await looks()).toEqual({ there: 3, found: 0 });
  await revert(merge.id);
  expect(await looks()).toEqual({ there: 4, found: 1 });
  await applyNewChange(ada, { kind: 'merge', otherId: hopper });
  expect(await looks()).toEqual({ there: 3, found: 0 });
  await applyNewChange(ada, { kind: 'split', workIds: works, otherName: 'G. Hopper' });
  expect(await looks()).toEqual({ there: 4, found: 1 });
});

describe('any sequence of merges and splits with their undos in any valid order', () => {
  const step = fc.record({ isMerge: fc.boolean(), one: fc.nat(20), other: fc.nat(20), works: fc.nat(255) });

  test('restores the database', async () => {
    await importFullCorpus();
    await runJobs(database.store);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), fc.infiniteStream(fc.nat(100)), async (steps, choices) => {
        const before = await readComparableState(database.store.reader);
        const standing: string[] = [];
        for (const { isMerge, one, other, works } of steps) {
          const ids = await recordIds();
          const authorId = ids[one % ids.length] ?? '';
          const own = await worksOf(authorId);
          const asked: ChangeInput = isMerge
            ? { kind: 'merge', otherId: ids[other % ids.length] ?? '' }
            : { kind: 'split', workIds: own.filter((_, at) => works & (1 << at)), otherName: 'Ada Byron' };
          const { id, outcome } = await applyNewChange(authorId, asked);
          if (outcome.ok) standing.push(id);
          if (works % 2 === 0) await runJobs(database.store);
        }
        while (standing.length > 0) {
          const at = (choices.next().value ?? 0) % standing.length;
          const outcome = await revert(standing[at] ?? '');
          if (outcome.ok) standing.splice(at, 1);
          else expect(outcome.code).toBe('change_built_on');
        }
        await runJobs(database.store);
        const after = await readComparableState(database.store.reader);
        // A name that a merge showed for a time keeps its address.
        expect({ ...after, author_slugs: after.author_slugs?.filter((row) => before.author_slugs?.includes(row)) }).toEqual(before);
      }),
      { numRuns: propertyRuns(36) },
    );
  }, 180_000);
});

/** Returns "title: slug" of every authorship with a name, as its author record. */
async function authorshipsNamed(name: string): Promise<string[]> {
  const rows = await database.store.reader.query<{ title: string; slug: string }>(
    `select w.title, a.slug from authorships s join works w on w.key = s.work_key join authors a on a.key = s.author_key
     where s.name_as_written = ? order by w.year, w.title`,
    [],
    [name],
  );
  return rows.map(({ title, slug }) => `${title}: ${slug}`);
}

const eveningTitles = ['On wicks and the length of evenings', 'Evenings without any lamp whatsoever'];
const idsOf = async (titles: readonly string[]): Promise<string[]> => {
  const rows = await database.store.reader.query<{ id: string }>('select id from works where title in $many', titles);
  return rows.map(({ id }) => id);
};

describe('profile URLs', () => {
  test('of a merged record redirect to the target, and after the undo serve the record again', async () => {
    await importCorpus();
    const [ada, byron] = [await idOf('ada-byron'), await idOf('a-byron')];
    const { id, outcome } = await applyNewChange(ada, { kind: 'merge', otherId: byron });
    expect(outcome).toMatchObject({ ok: true });
    expect([await slugOf(byron), await slugOf('a-byron')]).toEqual(['ada-byron', 'ada-byron']);
    expect(await revert(id)).toMatchObject({ ok: true });
    expect([await slugOf(byron), await slugOf('a-byron')]).toEqual(['a-byron', 'a-byron']);
    expect(await revert(id)).toEqual({ ok: false, code: 'change_closed' });
  });

  test('of a record made by a split are its own, and after the undo redirect permanently to its origin', async () => {
    await importCorpus();
    const ada = await idOf('ada-byron');
    const { id } = await applyNewChange(ada, { kind: 'split', workIds: await idsOf(eveningTitles), otherName: 'Ada Byron' });
    const made = await idOf('ada-byron-2');
    expect((await worksOf(made)).sort()).toEqual((await idsOf(eveningTitles)).sort());
    await revert(id);
    expect([await slugOf(made), await slugOf('ada-byron-2')]).toEqual(['ada-byron', 'ada-byron']);
  });
});

describe('importing the same files', () => {
  const split = async (): Promise<string> =>
    (await applyNewChange(await idOf('ada-byron'), { kind: 'split', workIds: await idsOf(eveningTitles), otherName: 'Ada Byron' })).id;
  const page = [...lamps.map(({ title }) => title)];

  test('unchanged or changed, keeps works where a split has put them', async () => {
    await importCorpus();
    await importAuthorPage('acl-anthology-page', 'Ada Byron', page, 'ada');
    await runJobs(database.store);
    await split();
    await runJobs(database.store);
    const after = await readComparableState(database.store.reader);
    const stand = await authorshipsNamed('Ada Byron');
    expect(stand.filter((line) => line.endsWith('ada-byron-2')).length).toBe(2);
    await importWorksOf('acl-anthology', lamps);
    await importAuthorPage('acl-anthology-page', 'Ada Byron', page, 'ada');
    await runJobs(database.store);
    expect(await readComparableState(database.store.reader)).toEqual(after);
    await importWorksOf(
      'acl-anthology',
      lamps.map((lamp) => ({ ...lamp, version: 'Proceedings, corrected' })),
    );
    await runJobs(database.store);
    expect(await authorshipsNamed('Ada Byron')).toEqual(stand);
  });

  test('does not undo a merge, and the merged records do not take works from each other', async () => {
    await importCorpus();
    const pages = [
      ['Matches and their long history', 'Candles in the north of the country'],
      ['A first lamp that burns for nobody at all', 'A second lamp that burns in the hall'],
    ] as const;
    const tell = async () => {
      await importAuthorPage('acl-anthology-page', 'A. Byron', pages[0]);
      await importAuthorPage('bibtex', 'A. Byron', pages[0]);
      await importAuthorPage('bibtex', 'Ada Byron', pages[0], 'the other page');
      await importWorksOf(
        'bibtex',
        more.map((each) => ({ ...each, version: 'A journal' })),
      );
      await runJobs(database.store);
    };
    await applyNewChange(await idOf('ada-byron'), { kind: 'merge', otherId: await idOf('a-byron') });
    await tell();
    const after = await readComparableState(database.store.reader);
    expect((await authorshipsNamed('A. Byron')).every((line) => line.endsWith(': ada-byron'))).toBe(true);
    await tell();
    expect(await readComparableState(database.store.reader)).toEqual(after);
  });

  test('with new works during a merge: after its undo they belong to the record that their source names', async () => {
    await importCorpus();
    const { id } = await applyNewChange(await idOf('ada-byron'), { kind: 'merge', otherId: await idOf('a-byron') });
    const title = 'Matches that were struck after the merge';
    await importWorksOf('bibtex', [{ title, year: 2024, by: ['A. Byron', 'Marie Curie'] }]);
    expect(await authorshipsNamed('A. Byron')).toContain(`${title}: ada-byron`);
    expect(await revert(id)).toMatchObject({ ok: true });
    expect((await authorshipsNamed('A. Byron')).every((line) => line.endsWith(': a-byron'))).toBe(true);
    const { counted, stored } = await compareWithRecount(database.store.reader);
    expect(stored).toEqual(counted);
  });

  test('and then undoing returns the works', async () => {
    await importCorpus();
    const before = await authorshipsNamed('Ada Byron');
    const id = await split();
    await importWorksOf(
      'acl-anthology',
      lamps.map((lamp) => ({ ...lamp, version: 'Proceedings, corrected' })),
    );
    expect(await revert(id)).toMatchObject({ ok: true });
    expect(await authorshipsNamed('Ada Byron')).toEqual(before);
  });
});

/** Creates an account that owns records at a trust level. */
const createOwner = async (name: string, slugs: string[], level: number) => {
  const actor = await createAccount(database.store, name);
  await database.store.transact(async (tx) => {
    for (const slug of slugs) {
      const text = "update authors set owner_id = ?, claim_state = 'claimed' where slug = ? returning key";
      const [row] = await tx.execute<{ key: number }>(text, [], [actor.accountId, slug]);
      const snapshot = [row?.key ?? 0, 1000, 'evidence-1', now(), 43, level, 'Supported', '{}', 0];
      const columns = ['author_key', 'number', 'method', 'computed_at', 'points', 'level', 'label', 'parts', 'events'];
      await tx.insertRows({ table: 'trust_snapshots', columns, rows: [snapshot] });
    }
  });
  return actor;
};

describe('authorisation', () => {
  const reason = 'The same person under an initial';
  const asks = async (actor: Actor, one: string, other: string) => {
    const input = { authorId: await idOf(one), otherId: await idOf(other), reason };
    return database.store.transact((tx) => proposeMerge(tx, actor, input));
  };

  test('makes a merge at once for an owner of both records with proof of control; a request of a stranger goes to reviewers, once', async () => {
    await importCorpus();
    const stranger = await createAccount(database.store, 'Stranger');
    expect(await asks(stranger, 'grace-hopper', 'g-hopper')).toMatchObject({ ok: true, value: { applied: false } });
    expect(await asks(stranger, 'grace-hopper', 'g-hopper')).toEqual({ ok: false, code: 'already_proposed' });
    expect(await asks(await createOwner('Weak', ['marie-curie', 'lise-meitner'], 2), 'marie-curie', 'lise-meitner')).toMatchObject({
      value: { applied: false },
    });
    const ada = await createOwner('Ada', ['ada-byron', 'a-byron'], 3);
    const outcome = await asks(ada, 'ada-byron', 'a-byron');
    expect(outcome).toMatchObject({ ok: true, value: { applied: true } });
    const changeId = outcome.ok ? outcome.value.changeId : '';
    expect(await database.store.transact((tx) => revertChangeAsActor(tx, stranger, changeId))).toEqual({
      ok: false,
      code: 'not_your_record',
    });
    expect(await database.store.transact((tx) => revertChangeAsActor(tx, ada, changeId))).toMatchObject({ ok: true });
    const reviews = await database.store.reader.query<{ kind: string; votes_needed: number }>('select kind, votes_needed from reviews', []);
    expect(reviews.map(({ kind, votes_needed }) => `${kind} ${votes_needed}`).sort()).toEqual(['merge 1', 'merge 2']);
  });

  test('reports an undone merge to the owner of the records, unless the owner has undone it', async () => {
    await importCorpus();
    const { store } = database;
    const ada = await createOwner('Ada', ['ada-byron', 'a-byron'], 3);
    const admin = await createAccount(store, 'Edda');
    await store.transact((tx) => grantAdmin(tx, admin.email ?? ''));
    const undo = async (actor: Actor) => {
      const { changeId } = unwrap(await asks(ada, 'ada-byron', 'a-byron'));
      unwrap(await store.transact((tx) => revertChangeAsActor(tx, actor, changeId)));
      return (await notificationsOf(store.reader, ada)).filter(({ title }) => /^The (merge|split)/.test(title));
    };
    expect(await undo(ada)).toEqual([]);
    const [told, ...more] = await undo(inPasskeySession(admin));
    expect(more).toEqual([]);
    expect(told).toMatchObject({ title: 'The merge of Ada Byron is undone', path: '/authors/ada-byron/history' });
  });

  test('never merges records with two different ORCID iDs, nor a record with itself', async () => {
    await importCorpus();
    const stranger = await createAccount(database.store, 'Stranger');
    await database.store.transact(async (tx) => {
      await tx.execute("update authors set orcid = '0000-0002-1825-0097' where slug = 'ada-byron' returning key", []);
      await tx.execute("update authors set orcid = '0000-0001-5109-3700' where slug = 'a-byron' returning key", []);
    });
    expect(await asks(stranger, 'ada-byron', 'a-byron')).toEqual({ ok: false, code: 'two_person_ids' });
    expect(await asks(stranger, 'ada-byron', 'ada-byron')).toEqual({ ok: false, code: 'same_subject' });
  });

  test('lets one of two concurrent decisions succeed, and tells the other that the case is closed', async () => {
    await importCorpus();
    const stranger = await createAccount(database.store, 'Stranger');
    const outcome = await asks(stranger, 'grace-hopper', 'g-hopper');
    const id = outcome.ok ? outcome.value.changeId : '';
    const answers = await Promise.all([1, 2, 3].map(() => database.store.transact((tx) => applyChange(tx, id))));
    expect(answers.filter(({ ok }) => ok).length).toBe(1);
    const undos = await Promise.all([1, 2, 3].map(() => revert(id)));
    expect(undos.filter(({ ok }) => ok).length).toBe(1);
  });
});

test('a change becomes final after thirty days, and can no longer be undone', async () => {
  await importCorpus();
  const { id } = await applyNewChange(await idOf('ada-byron'), { kind: 'merge', otherId: await idOf('a-byron') });
  setClock(() => new Date(Date.now() + 31 * 86_400_000));
  expect(await revert(id)).toEqual({ ok: false, code: 'revert_deadline_passed' });
  await runJobs(database.store);
  const [row] = await database.store.reader.query<{ state: string }>('select state from identity_changes where id = ?', [], [id]);
  expect(row?.state).toBe('settled');
});

describe('an owner’s statement about a work', () => {
  const say = (actor: Actor, authorId: string, said: [string, Opinion][]) =>
    database.store.transact((tx) => stateOpinionsOnWorks(tx, actor, { authorId, opinions: new Map(said) }));
  const countOf = async (slug: string) => {
    const rows = await database.store.reader.query<{ works_count: number; coauthors_count: number }>(
      'select works_count, coauthors_count from authors where slug = ?',
      [],
      [slug],
    );
    return [rows[0]?.works_count, rows[0]?.coauthors_count];
  };
  const reviewed = async (slug: string): Promise<boolean> => {
    const [row] = await database.store.reader.query<{ facts: unknown }>(
      `select t.facts from trust_snapshots t join authors a on a.key = t.author_key where a.slug = ? order by t.number desc limit 1`,
      [],
      [slug],
    );
    const facts = typeof row?.facts === 'string' ? JSON.parse(row.facts) : row?.facts;
    return JSON.stringify(facts).includes('"reviewedEveryWork":true');
  };

  test('removes the work from counts, edges and contexts, and restores it; imports change nothing of it', async () => {
    await importCorpus();
    const ada = await createOwner('Ada', ['ada-byron'], 3);
    const id = await idOf('ada-byron');
    const before = await readComparableState(database.store.reader);
    const titles = [...eveningTitles, 'Shades of lamps and what they hide'];
    const said = (await idsOf(titles)).map((work): [string, Opinion] => [work, 'not_mine']);
    expect(await say(ada, id, said)).toMatchObject({ ok: true, value: { stated: 3 } });
    await runJobs(database.store);
    expect(await countOf('ada-byron')).toEqual([2, 2]);
    expect(await compareWithRecount(database.store.reader)).toSatisfy(({ counted, stored }) => `${counted}` === `${stored}`);
    const after = await readComparableState(database.store.reader);
    for (const version of ['Proceedings, corrected', undefined]) {
      await importWorksOf(
        'acl-anthology',
        lamps.map((lamp) => ({ ...lamp, ...(version && { version }) })),
      );
      await runJobs(database.store);
      expect(await countOf('ada-byron')).toEqual([2, 2]);
    }
    const states = (database_: Record<string, string[]>) => database_.authorship_opinions;
    expect(states(await readComparableState(database.store.reader))).toEqual(states(after));
    await say(
      ada,
      id,
      said.map(([work]) => [work, 'not_sure']),
    );
    await runJobs(database.store);
    const back = await readComparableState(database.store.reader);
    expect([back.coauthor_edges, back.author_contexts]).toEqual([before.coauthor_edges, before.author_contexts]);
  });

  test('about all works counts for trust; it is rejected on records of others, and ends with the ownership', async () => {
    await importCorpus();
    const ada = await createOwner('Ada', ['ada-byron'], 2);
    const id = await idOf('ada-byron');
    expect(await say(await createAccount(database.store, 'Stranger'), id, [])).toEqual({ ok: false, code: 'not_your_record' });
    const all = await worksOf(id);
    await say(
      ada,
      id,
      all.slice(1).map((work) => [work, 'mine']),
    );
    await runJobs(database.store);
    await say(ada, id, [[all[0] ?? '', 'not_sure']]);
    await runJobs(database.store);
    const [row] = await database.store.transact((tx) =>
      tx.query<{ key: number }>('select key from authors where slug = ?', [], ['ada-byron']),
    );
    const facts = await database.store.transact((tx) => authorFactsOf(tx, [row?.key ?? 0]));
    expect(facts.get(row?.key ?? 0)?.reviewedEveryWork).toBe(true);
    await database.store.transact(async (tx) => {
      await tx.execute("update authors set owner_id = null, claim_state = 'unclaimed' where id = ? returning key", [], [id]);
      await deleteOpinionsOnRecord(tx, { authorId: id });
    });
    expect((await readComparableState(database.store.reader)).authorship_opinions).toEqual([]);
    const states = await database.store.reader.query<{ state: string }>('select distinct state from authorships', []);
    expect(states).toEqual([{ state: 'asserted' }]);
    expect(await reviewed('ada-byron')).toBe(false);
  });

  test('twice concurrently results in one of the two', async () => {
    await importCorpus();
    const ada = await createOwner('Ada', ['ada-byron'], 3);
    const id = await idOf('ada-byron');
    const [work = ''] = await worksOf(id);
    await Promise.all((['mine', 'mine', 'not_sure', 'not_mine'] as const).map((opinion) => say(ada, id, [[work, opinion]])));
    const rows = await database.store.reader.query<{ opinion: string; state: string }>(
      `select o.opinion, s.state from authorship_opinions o join authorships s on s.author_key = o.author_key and s.work_key = o.work_key`,
      [],
    );
    expect(rows.length).toBe(1);
    expect({ mine: 'confirmed', not_mine: 'not_mine', not_sure: 'asserted' }[rows[0]?.opinion ?? '']).toBe(rows[0]?.state);
  });
});

describe('the display of a name', () => {
  const visibilityOf = async (slug: string): Promise<string | undefined> => {
    const rows = await database.store.reader.query<{ visibility: string }>('select visibility from authors where slug = ?', [], [slug]);
    return rows[0]?.visibility;
  };
  const ask = (record: string, email?: string, wanted: VisibilityChoice = 'suppressed') =>
    database.store.transact((tx) => requestVisibility(tx, 'a network', { record, wanted, ...(email && { email }) }));
  const requests = () =>
    database.store.reader.query<{ id: string; state: string; contact: string | null }>(
      'select id, state, contact from visibility_requests',
      [],
    );
  /** Returns the link in the last mail that waits to be sent. */
  const mailed = async (): Promise<{ request: string; code: string } | null> => {
    const rows = await database.store.reader.query<{ payload: unknown }>(
      "select payload from jobs where kind = 'send-mail' order by run_at",
      [],
    );
    const text = JSON.stringify(rows.at(-1)?.payload ?? '');
    const [, request = '', code = ''] = /request=([0-9a-z]{12})&(?:amp;)?code=([0-9a-z]{32})/.exec(text) ?? [];
    return request ? { request, code } : null;
  };
  /** Imports a work that prints an address at an institution, and that has been here for some time. */
  const printed = async (email: string) => {
    await importWorksOf('web-page', [
      { title: 'Whom to write to about lamps', year: 2024, by: ['Ada Lovelace', 'Grace Hopper'], printed: [email] },
    ]);
    await database.store.transact(async (tx) => {
      await registerInstitution(tx, { rorId: '0lamps002', name: 'Lamps of Ada', domain: email.slice(email.indexOf('@') + 1) });
      await tx.update(works).set({ createdAt: new Date(Date.now() - 100 * 86_400_000) });
    });
  };

  test('is set and reset at once by its owner only; the log records it without a name', async () => {
    await importCorpus();
    const ada = await createOwner('Ada', ['ada-byron'], 3);
    const authorId = await idOf('ada-byron');
    const before = await readComparableState(database.store.reader);
    const set = (actor: Actor, wanted: VisibilityChoice) =>
      database.store.transact((tx) => setVisibility(tx, inPasskeySession(actor), { authorId, wanted }));
    expect(await set(await createAccount(database.store, 'Stranger'), 'suppressed')).toEqual({ ok: false, code: 'not_your_record' });
    expect(await set(ada, 'suppressed')).toEqual({ ok: true, value: { to: 'suppressed' } });
    await runJobs(database.store);
    const after = await readComparableState(database.store.reader);
    expect(JSON.stringify([after.search_documents, after.search_vocabulary, after.author_contexts])).not.toMatch(/ada byron|"ada"/);
    expect(await findAuthor(database.store.reader, 'ada-byron')).toEqual({ kind: 'missing' });
    await set(ada, 'visible');
    await runJobs(database.store);
    const back = await readComparableState(database.store.reader);
    for (const table of ['authors', 'search_documents', 'search_vocabulary', 'author_contexts']) expect(back[table]).toEqual(before[table]);
    const events = () =>
      database.store.reader.query<{ body: string }>(
        "select body from evidence_events where kind = 'visibility_changed' order by number",
        [],
      );
    // The permanent log has one event a day, whatever happens in it.
    for (const wanted of ['search_only', 'visible', 'search_only', 'visible'] as const) await set(ada, wanted);
    expect(await events()).toHaveLength(1);
    advanceDays(2);
    await runJobs(database.store);
    expect((await events()).map(({ body }) => JSON.parse(body).facts)).toEqual([{ to: 'suppressed' }, { to: 'visible' }]);
    // As a whole word, because random ids can contain any three letters.
    expect(JSON.stringify(await events())).not.toMatch(/\bAda\b|byron/i);
  });

  test('can be requested by an address that a work prints, with a link valid once within a day; all addresses get the same answer', async () => {
    await importCorpus();
    await printed('ada@lamps.example');
    const answers = [await ask('/authors/ada-lovelace', 'ada@lamps.example'), await ask('nobody', 'ada@lamps.example')];
    expect(answers).toEqual([
      { ok: true, value: undefined },
      { ok: true, value: undefined },
    ]);
    const link = await mailed();
    if (!link) throw new Error('No mail was sent.');
    expect(await visibilityOf('ada-lovelace')).toBe('visible');
    const wrong = { ...link, code: link.code.replace(/^./, (first) => (first === '0' ? '1' : '0')) };
    expect(await database.store.transact((tx) => confirmVisibility(tx, wrong))).toEqual({ ok: false, code: 'visibility_link_used' });
    const used = await Promise.all([1, 2].map(() => database.store.transact((tx) => confirmVisibility(tx, link))));
    expect(used.filter(({ ok }) => ok).length).toBe(1);
    expect(await visibilityOf('ada-lovelace')).toBe('suppressed');
    expect((await requests()).map(({ contact }) => contact)).toEqual([null]);
    // The name can be shown again in the same way, although the record is hidden.
    await ask('ada-lovelace', 'ada@lamps.example', 'visible');
    const again = await mailed();
    if (!again || again.request === link.request) throw new Error('No second mail was sent.');
    await database.store.transact((tx) => confirmVisibility(tx, again));
    expect(await visibilityOf('ada-lovelace')).toBe('visible');
  });

  test('is not possible by an address at an affiliation that only a correction states', async () => {
    await importCorpus();
    await database.store.transact(async (tx) => {
      await tx.insert(organisations).values({ rorId: '0lamps001', name: 'Institute of Lamps', status: 'active', updatedAt: new Date() });
      await tx.insert(organisationDomains).values({ domain: 'institute-of-lamps.example', rorId: '0lamps001' });
    });
    const state = (source: 'correction' | 'acl-anthology') =>
      database.store.transact((tx) =>
        tx
          .update(authors)
          .set({ affiliation: { name: 'Institute of Lamps', rorId: '0lamps001', source } })
          .where(eq(authors.slug, 'ada-byron')),
      );
    await state('correction');
    await ask('ada-byron', 'ada@institute-of-lamps.example');
    expect([await mailed(), (await requests()).map((request) => request.state)]).toEqual([null, ['open']]);
    await state('acl-anthology');
    await ask('ada-byron', 'ada@institute-of-lamps.example');
    expect(await mailed()).not.toBeNull();
  });

  test('requested with part of a printed address, or without one, goes to reviewers', async () => {
    await importCorpus();
    await printed('mada@lamps.example.org');
    await ask('ada-lovelace', 'ada@lamps.example.org');
    await ask('ada-lovelace', 'mada@lamps.example');
    await ask('ada-lovelace');
    await ask('ada-lovelace');
    expect(await mailed()).toBeNull();
    const waiting = await requests();
    expect(waiting.map(({ state }) => state)).toEqual(['open', 'open', 'open', 'open']);
    const reviews = await database.store.reader.query<{ kind: string }>('select kind from reviews', []);
    expect(reviews.map(({ kind }) => kind)).toEqual(['suppression', 'suppression', 'suppression', 'suppression']);
    expect(await database.store.transact((tx) => decideVisibility(tx, waiting[0]?.id ?? '', 'reject'))).toMatchObject({ ok: true });
    expect(await visibilityOf('ada-lovelace')).toBe('visible');
    expect(await database.store.transact((tx) => decideVisibility(tx, waiting[1]?.id ?? '', 'approve'))).toMatchObject({ ok: true });
    expect(await visibilityOf('ada-lovelace')).toBe('suppressed');
    expect(await database.store.transact((tx) => decideVisibility(tx, waiting[1]?.id ?? '', 'approve'))).toEqual({
      ok: false,
      code: 'unknown_request',
    });
  });

  test('requested from an institution of the record unlists the name at once for 72 hours; then it is shown as before unless reviewers agree', async () => {
    await importCorpus();
    await database.store.transact(async (tx) => {
      const at = now();
      await tx.insertRows({
        table: 'organisations',
        columns: ['ror_id', 'name', 'status', 'updated_at'],
        rows: [['05byron00', 'University of Byron', 'active', at]],
      });
      await tx.insertRows({ table: 'organisation_domains', columns: ['domain', 'ror_id'], rows: [['byron.example', '05byron00']] });
      const place = {
        id: 'place',
        kind: 'institution',
        slug: 'byron',
        name_key: 'ror:byron',
        name: 'University of Byron',
        sort_name: 'byron',
      };
      const all = { ...place, facts: '{"ror":"05byron00"}', created_at: at, updated_at: at };
      const [made] = await tx.insertRows<{ key: number }>({
        table: 'contexts',
        columns: Object.keys(all),
        rows: [Object.values(all)],
        returning: ['key'],
      });
      await tx.insertRows({
        table: 'affiliations',
        columns: ['text', 'context_key', 'rule'],
        rows: [['University of Byron', made?.key, 'name']],
        onConflict: 'on conflict (text) do update set context_key = excluded.context_key, rule = excluded.rule',
      });
    });
    await ask('ada-byron', 'anybody@elsewhere.example');
    expect(await mailed()).toBeNull();
    await ask('ada-byron', 'ada@maths.byron.example');
    const link = await mailed();
    expect(link && (await database.store.transact((tx) => confirmVisibility(tx, link)))).toMatchObject({ ok: true });
    expect(await visibilityOf('ada-byron')).toBe('search_only');
    await runJobs(database.store);
    expect(await visibilityOf('ada-byron')).toBe('search_only');
    setClock(() => new Date(Date.now() + 73 * 3_600_000));
    await runJobs(database.store);
    setClock(() => new Date());
    expect(await visibilityOf('ada-byron')).toBe('visible');
    // The first mail was sent; there is no second one within thirty days.
    await ask('ada-byron', 'colleague@byron.example');
    expect(await mailed()).toBeNull();
    expect((await requests()).map(({ state }) => state).sort()).toEqual(['open', 'open', 'open']);
  });

  test('deletes an unused link with its address after a day', async () => {
    await importCorpus();
    await printed('ada@lamps.example');
    await ask('ada-lovelace', 'ada@lamps.example');
    const link = await mailed();
    setClock(() => new Date(Date.now() + 25 * 3_600_000));
    expect(await database.store.transact((tx) => confirmVisibility(tx, link ?? { request: '', code: '' }))).toMatchObject({ ok: false });
    await database.store.transact(expireVisibilityLinks);
    expect(await requests()).toMatchObject([{ state: 'expired', contact: null }]);
  });
});
