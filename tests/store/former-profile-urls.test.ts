import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { type AuthorRow, findAuthor } from '#lib/catalog/authors/queries/find.ts';
import { editOwnRecord, setPrivacy, startAddress, stopAddress } from '#lib/catalog/ownership/commands/edit-record.ts';
import { mintOwner, type Owner } from '#lib/catalog/ownership/model.ts';
import { ownRecord } from '#lib/catalog/ownership/queries/own-record.ts';
import { searchNames } from '#lib/catalog/search-index/names.ts';
import { statementsInput } from '#lib/catalog/statements/model/statement.ts';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import { everything } from '#lib/catalog/works/model/list/selection.ts';
import { citationById, citationsOfAuthor } from '#lib/catalog/works/queries/citations.ts';
import { factsOfWork, otherVersions } from '#lib/catalog/works/queries/provenance.ts';
import { workById } from '#lib/catalog/works/queries/works.ts';
import { withdrawClaim } from '#lib/governance/claims/commands/end.ts';
import { applyChange } from '#lib/governance/identity/commands/changes.ts';
import { now } from '#lib/platform/clock.ts';
import { authorSlugs, authors } from '#lib/platform/db/schema/authors.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import { identityChanges } from '#lib/platform/db/schema/identity.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import { newId } from '#lib/platform/id.ts';
import { linkedProfile } from '#lib/portal/pages/model/author-linked-data.ts';
import { authorView } from '#lib/portal/pages/queries/author-record.ts';
import { sourcesOfAuthor } from '#lib/portal/pages/queries/author-sources.ts';
import { sitemapEntries } from '#lib/portal/sitemaps/queries.ts';
import { createAccount, importWorks, refreshChangedRecords } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();
let count = 0;

async function imported(title: string, names: string[]): Promise<void> {
  const work = { source: 'bibtex', recordId: title, title: [title], type: 'article', year: 2020 } as const;
  await importWorks(database.store, { ...work, authors: names.map((name) => ({ name })) });
  await refreshChangedRecords(database.store);
}

const rowOf = async (id: string): Promise<AuthorRow> => {
  const [row] = await database.store.reader.select().from(authors).where(eq(authors.id, id));
  if (!row) throw new Error('gone');
  return row;
};
const named = async (name: string): Promise<AuthorRow> => {
  const [row] = await database.store.reader.select().from(authors).where(eq(authors.name, name));
  if (!row) throw new Error(`There is no ${name}.`);
  return row;
};
const leads = async (slug: string): Promise<string> => {
  const found = await findAuthor(database.store.reader, slug);
  return found.kind === 'moved' ? `to ${found.slug}` : found.kind;
};

interface Own {
  id: string;
  owner: Owner;
  accountId: string;
}

async function owned(name: string): Promise<Own> {
  const { id } = await named(name);
  const { accountId } = await createAccount(database.store, name);
  await database.store.transact(async (tx) => {
    const at = now();
    await tx
      .insert(claims)
      .values({ id: newId(), authorId: id, accountId, state: 'accepted', strength: 'strong', createdAt: at, decidedAt: at });
    await tx.update(authors).set({ claimState: 'claimed', ownerId: accountId, stale: true }).where(eq(authors.id, id));
    await logEvent(tx, { authorId: id, kind: 'claim_accepted', facts: { claim: newId(), strength: 'strong' } });
    const proof = { proof: 'dns', family: 'own_web', strength: 'strong', subject: 'example.org', verifier: 'test', thirdParty: false };
    await logEvent(tx, { authorId: id, kind: 'proof_shown', facts: { ...proof, expiresAt: null, rules: 'evidence-2' } as never });
  });
  await refreshChangedRecords(database.store);
  return { id, owner: mintOwner(accountId, id), accountId };
}

const says = async ({ id, owner, accountId }: Own, name: string) => {
  const own = await ownRecord(database.store.reader, { accountId } as never, id);
  const said = statementsInput.parse({ authorId: id, seen: own?.seen ?? '', name });
  return database.store.transact((tx) => editOwnRecord(tx, owner, said));
};
const stops = ({ id, owner }: Own, address: string) => database.store.transact((tx) => stopAddress(tx, owner, { authorId: id, address }));
const starts = ({ id, owner }: Own, address: string) => database.store.transact((tx) => startAddress(tx, owner, { authorId: id, address }));
const setClaim = async ({ id }: Own, state: string, claimState: string): Promise<void> => {
  await database.store.transact(async (tx) => {
    await tx.update(claims).set({ state }).where(eq(claims.authorId, id));
    await tx.update(authors).set({ claimState, stale: true }).where(eq(authors.id, id));
  });
  await refreshChangedRecords(database.store);
};

/** Returns all public text of a record and its works. */
async function told(id: string, title: string): Promise<string> {
  const author = await rowOf(id);
  const found = await findAuthor(database.store.reader, author.slug);
  if (found.kind !== 'here') throw new Error(found.kind);
  const view = await authorView(database.store.reader, found.author, everything, null);
  const [work] = await database.store.reader.select({ id: works.id }).from(works).where(eq(works.title, title));
  const { reader } = database.store;
  const workId = work?.id ?? '';
  return JSON.stringify([
    view,
    linkedProfile(view, 'https://x.org'),
    await sourcesOfAuthor(reader, found.author),
    await citationsOfAuthor(reader, author.key, undefined, 10),
    ...[
      await workById(reader, workId),
      await citationById(reader, workId),
      await factsOfWork(reader, workId),
      await otherVersions(reader, workId),
    ],
    await sitemapEntries(reader, 'authors', 1),
  ]);
}
/** Returns the occurrences of a name in a text, with 40 characters on both sides. */
const traces = (text: string, name: string): string[] =>
  [...text.matchAll(new RegExp(`.{0,40}${name}.{0,40}`, 'gi'))].map(([found]) => found);
const isFoundBy = async (key: number, query: string): Promise<boolean> =>
  (await searchNames(database.store.reader, query, { kind: 'author', limit: 20 })).hits.some(({ subjectKey }) => subjectKey === key);
const worksFoundBy = async (query: string): Promise<number> =>
  (await database.store.reader.query("select subject_key from search_documents where kind = 'work' and body like ?", [], [`%${query}%`]))
    .length;

/** Creates an owner whose record has been renamed from one name to another. */
async function renamed(before: string, after: string): Promise<Own & { old: string; slug: string; title: string }> {
  count += 1;
  const title = `Work number ${count}`;
  await imported(title, [before, `Coauthor of ${before.split(' ')[0]}`]);
  const own = await owned(before);
  const { slug: old } = await rowOf(own.id);
  expect(await says(own, after)).toMatchObject({ ok: true });
  return { ...own, old, slug: (await rowOf(own.id)).slug, title };
}

describe('a former profile URL', () => {
  test('returns 404 after its owner has disabled it, and no public page links from the former name', async () => {
    const ada = await renamed('Adam Oldname', 'Ada Newname');
    expect(await leads(ada.old)).toBe(`to ${ada.slug}`);
    expect(await stops(ada, ada.old)).toMatchObject({ ok: true });
    expect(await leads(ada.old)).toBe('missing');
    expect(await leads(ada.slug)).toBe('here');
    expect(await leads(ada.id)).toBe(`to ${ada.slug}`);
    expect(traces(await told(ada.id, ada.title), 'oldname')).toEqual([]);
    const { key } = await rowOf(ada.id);
    expect(await isFoundBy(key, 'Adam Oldname')).toBe(false);
    expect(await isFoundBy(key, 'Ada Newname')).toBe(true);
    expect(await worksFoundBy('oldname')).toBe(0);
  });

  test('can be enabled again by its owner, and name variants are shown again as they were set', async () => {
    const bo = await renamed('Bob Oldbody', 'Bo Newbody');
    await stops(bo, bo.old);
    expect((await rowOf(bo.id)).privacy?.hidden).toEqual(['names', 'printed']);
    expect(await starts(bo, bo.old)).toMatchObject({ ok: true });
    expect(await leads(bo.old)).toBe(`to ${bo.slug}`);
    expect((await rowOf(bo.id)).privacy).toBe(null);
    expect(traces(await told(bo.id, bo.title), 'oldbody')).not.toEqual([]);
    expect((await rowOf(bo.id)).yearCounts).toEqual({ 2020: 1 });
    await database.store.transact((tx) => setPrivacy(tx, bo.owner, { authorId: bo.id, hidden: ['years'], indexed: 'no' }));
    expect((await rowOf(bo.id)).yearCounts).toBe(null);
    await stops(bo, bo.old);
    expect((await rowOf(bo.id)).privacy).toEqual({ hidden: ['names', 'printed', 'years'], indexed: false });
  });

  test('stays disabled through imports of the same work and of new works, and is assigned to no other record', async () => {
    const cy = await renamed('Cyril Oldperson', 'Cy Newperson');
    await stops(cy, cy.old);
    await imported(cy.title, ['Cyril Oldperson', 'Coauthor of Cyril']);
    await imported('A later work', ['Cyril Oldperson']);
    expect(await leads(cy.old)).toBe('missing');
    expect(traces(await told(cy.id, 'A later work'), 'oldperson')).toEqual([]);
    // Another person of that name, from another source, has another slug.
    await importWorks(database.store, {
      ...{ source: 'acl-anthology', recordId: 'X1', title: ['Somebody else'], type: 'paper', year: 2001 },
      authors: [{ name: 'Cyril Oldperson', personId: 'cyril-oldperson' }],
    });
    await refreshChangedRecords(database.store);
    const others = await database.store.reader.select().from(authors).where(eq(authors.name, 'Cyril Oldperson'));
    expect(others.length).toBe(1);
    expect(others.map(({ slug }) => slug)).not.toContain(cy.old);
  });

  test('stays disabled, and the new name stays, while the claim is disputed; both end with the claim', async () => {
    const di = await renamed('Dirk Oldself', 'Di Newself');
    await stops(di, di.old);
    await setClaim(di, 'suspended', 'disputed');
    expect(await leads(di.old)).toBe('missing');
    expect((await rowOf(di.id)).name).toBe('Di Newself');
    expect(traces(await told(di.id, di.title), 'oldself')).toEqual([]);
    expect(await starts(di, di.old)).toMatchObject({ code: 'not_your_record' });
    await setClaim(di, 'accepted', 'claimed');
    const held = and(eq(claims.authorId, di.id), eq(claims.accountId, di.accountId));
    const [claim] = await database.store.reader.select().from(claims).where(held);
    await database.store.transact((tx) => withdrawClaim(tx, { accountId: di.accountId } as never, { claimId: claim?.id ?? '' }));
    await refreshChangedRecords(database.store);
    expect((await rowOf(di.id)).name).toBe('Dirk Oldself');
    expect(await leads(di.old)).toBe('here');
  });

  test('of a record that was merged into the owner’s can be disabled by the owner, with the names on its works', async () => {
    await imported('Before the change', ['Emil Oldpart', 'Somebody Else']);
    await imported('After the change', ['Emilia Newpart']);
    const emilia = await owned('Emilia Newpart');
    const emil = await named('Emil Oldpart');
    const change = {
      id: newId(),
      kind: 'merge',
      state: 'proposed',
      authorId: emilia.id,
      otherId: emil.id,
      reason: 'One person.',
      proposedAt: now(),
    };
    await database.store.transact((tx) => tx.insert(identityChanges).values(change));
    await database.store.transact((tx) => applyChange(tx, change.id));
    await refreshChangedRecords(database.store);
    const { slug } = await rowOf(emilia.id);
    expect(await leads(emil.slug)).toBe(`to ${slug}`);
    expect(await stops(emilia, emil.slug)).toMatchObject({ ok: true });
    expect(await leads(emil.slug)).toBe('missing');
    expect(traces(await told(emilia.id, 'Before the change'), 'oldpart')).toEqual([]);
    expect(await worksFoundBy('oldpart')).toBe(0);
    await starts(emilia, emil.slug);
    expect(await leads(emil.slug)).toBe(`to ${slug}`);
  });

  test('is disabled by the owner only, and only if it is a former URL of that record', async () => {
    const fe = await renamed('Fred Oldmine', 'Fe Newmine');
    const gus = await renamed('Gus Oldother', 'Gus Newother');
    const stranger = await createAccount(database.store, 'Stranger');
    const forged = { ...fe, owner: mintOwner(stranger.accountId, fe.id) };
    expect(await stops(forged, fe.old)).toMatchObject({ code: 'not_your_record' });
    for (const address of [fe.slug, gus.old, 'nobody-at-all', fe.id, '']) {
      expect(await stops(fe, address), address).toMatchObject({ code: 'unknown_address' });
    }
    expect(await leads(fe.old)).toBe(`to ${fe.slug}`);
    expect(await leads(gus.old)).toBe(`to ${gus.slug}`);
  });

  test('is enabled again when the owner uses that name again', async () => {
    const hal = await renamed('Hal Oldagain', 'Halina Newagain');
    await stops(hal, hal.old);
    await says(hal, '');
    expect(await leads(hal.old)).toBe('here');
    await says(hal, 'Halina Newagain');
    expect(await leads(hal.old)).toBe('missing');
  });

  test('is disabled once by two concurrent requests', async () => {
    const ira = await renamed('Ira Oldtwice', 'Iris Newtwice');
    const both = await Promise.all([stops(ira, ira.old), stops(ira, ira.old)]);
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
    expect((await ownRecord(database.store.reader, { accountId: ira.accountId } as never, ira.id))?.addresses).toEqual([
      { slug: ira.old, stopped: true },
    ]);
    expect((await database.store.reader.select().from(authorSlugs).where(eq(authorSlugs.slug, ira.old))).length).toBe(1);
  });
});
