import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { type AuthorRow, findAuthor } from '#lib/catalog/authors/queries/find.ts';
import { disableAddress, editOwnRecord, enableAddress, setPrivacy } from '#lib/catalog/ownership/commands/edit-record.ts';
import { mintOwner, type Owner } from '#lib/catalog/ownership/model.ts';
import { findOwnRecord } from '#lib/catalog/ownership/queries/own-record.ts';
import { searchNames } from '#lib/catalog/search-index/names.ts';
import { statementsInput } from '#lib/catalog/statements/model/statement.ts';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import { unfilteredSelection } from '#lib/catalog/works/model/list/selection.ts';
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
import { profileLinkedData } from '#lib/portal/pages/model/author-linked-data.ts';
import { authorView } from '#lib/portal/pages/queries/author-record.ts';
import { sourcesOfAuthor } from '#lib/portal/pages/queries/author-sources.ts';
import { sitemapEntries } from '#lib/portal/sitemaps/queries.ts';
import { createAccount, importWorks, refreshChangedRecords } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();
let count = 0;

async function importAndRefreshWork(title: string, names: string[]): Promise<void> {
  const work = { source: 'bibtex', recordId: title, title: [title], type: 'article', year: 2020 } as const;
  await importWorks(database.store, { ...work, authors: names.map((name) => ({ name })) });
  await refreshChangedRecords(database.store);
}

const authorRow = async (id: string): Promise<AuthorRow> => {
  const [row] = await database.store.reader.select().from(authors).where(eq(authors.id, id));
  if (!row) throw new Error('gone');
  return row;
};
const findByName = async (name: string): Promise<AuthorRow> => {
  const [row] = await database.store.reader.select().from(authors).where(eq(authors.name, name));
  if (!row) throw new Error(`There is no ${name}.`);
  return row;
};
const resolveSlug = async (slug: string): Promise<string> => {
  const found = await findAuthor(database.store.reader, slug);
  return found.kind === 'moved' ? `to ${found.slug}` : found.kind;
};

test('an address with capital letters leads to the one without, unless that has no page', async () => {
  await importAndRefreshWork('On Capitals', ['Kapital Lind']);
  const { id } = await findByName('Kapital Lind');
  const { slug } = await authorRow(id);
  const written = slug.toUpperCase();
  expect([await resolveSlug(slug), await resolveSlug(written), await resolveSlug(id.toUpperCase())]).toEqual([
    'here',
    `to ${slug}`,
    `to ${slug}`,
  ]);
  await database.store.transact((tx) => tx.update(authors).set({ visibility: 'suppressed' }).where(eq(authors.id, id)));
  expect([await resolveSlug(written), await resolveSlug('NOBODY-AT-ALL')]).toEqual(['missing', 'missing']);
});

interface OwnedRecord {
  id: string;
  owner: Owner;
  accountId: string;
}

async function createOwnedRecord(name: string): Promise<OwnedRecord> {
  const { id } = await findByName(name);
  const { accountId } = await createAccount(database.store, name);
  await database.store.transact(async (tx) => {
    const at = now();
    await tx
      .insert(claims)
      .values({ id: newId(), authorId: id, accountId, state: 'accepted', strength: 'strong', createdAt: at, decidedAt: at });
    await tx.update(authors).set({ claimState: 'claimed', ownerId: accountId, stale: true }).where(eq(authors.id, id));
    await logEvent(tx, { authorId: id, kind: 'claim_accepted', facts: { claim: newId(), strength: 'strong' } });
    const proof = { proof: 'dns', family: 'own_web', strength: 'strong', subject: 'example.org', verifier: 'test', thirdParty: false };
    await logEvent(tx, { authorId: id, kind: 'proof_shown', facts: { ...proof, expiresAt: null, rules: 'evidence-3' } as never });
  });
  await refreshChangedRecords(database.store);
  return { id, owner: mintOwner(accountId, id), accountId };
}

const stateName = async ({ id, owner, accountId }: OwnedRecord, name: string) => {
  const own = await findOwnRecord(database.store.reader, { accountId } as never, id);
  const said = statementsInput.parse({ authorId: id, seen: own?.seen ?? '', name });
  return database.store.transact((tx) => editOwnRecord(tx, owner, said));
};
const disableUrl = ({ id, owner }: OwnedRecord, address: string) =>
  database.store.transact((tx) => disableAddress(tx, owner, { authorId: id, address }));
const enableUrl = ({ id, owner }: OwnedRecord, address: string) =>
  database.store.transact((tx) => enableAddress(tx, owner, { authorId: id, address }));
const setClaim = async ({ id }: OwnedRecord, state: string, claimState: string): Promise<void> => {
  await database.store.transact(async (tx) => {
    await tx.update(claims).set({ state }).where(eq(claims.authorId, id));
    await tx.update(authors).set({ claimState, stale: true }).where(eq(authors.id, id));
  });
  await refreshChangedRecords(database.store);
};

/** Returns all public text of a record and its works. */
async function publicText(id: string, title: string): Promise<string> {
  const author = await authorRow(id);
  const found = await findAuthor(database.store.reader, author.slug);
  if (found.kind !== 'here') throw new Error(found.kind);
  const view = await authorView(database.store.reader, found.author, unfilteredSelection, null);
  const [work] = await database.store.reader.select({ id: works.id }).from(works).where(eq(works.title, title));
  const { reader } = database.store;
  const workId = work?.id ?? '';
  return JSON.stringify([
    view,
    profileLinkedData(view, 'https://x.org'),
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
const occurrences = (text: string, name: string): string[] =>
  [...text.matchAll(new RegExp(`.{0,40}${name}.{0,40}`, 'gi'))].map(([found]) => found);
const isFoundBy = async (key: number, query: string): Promise<boolean> =>
  (await searchNames(database.store.reader, query, { kind: 'author', limit: 20 })).hits.some(({ subjectKey }) => subjectKey === key);
const worksFoundBy = async (query: string): Promise<number> =>
  (await database.store.reader.query("select subject_key from search_documents where kind = 'work' and body like ?", [], [`%${query}%`]))
    .length;

/** Creates an owner whose record has been renamed from one name to another. */
async function createRenamedRecord(before: string, after: string): Promise<OwnedRecord & { old: string; slug: string; title: string }> {
  count += 1;
  const title = `Work number ${count}`;
  await importAndRefreshWork(title, [before, `Coauthor of ${before.split(' ')[0]}`]);
  const own = await createOwnedRecord(before);
  const { slug: old } = await authorRow(own.id);
  expect(await stateName(own, after)).toMatchObject({ ok: true });
  return { ...own, old, slug: (await authorRow(own.id)).slug, title };
}

describe('a former profile URL', () => {
  test('returns 404 after its owner has disabled it, and no public page links from the former name', async () => {
    const ada = await createRenamedRecord('Adam Oldname', 'Ada Newname');
    expect(await resolveSlug(ada.old)).toBe(`to ${ada.slug}`);
    expect(await disableUrl(ada, ada.old)).toMatchObject({ ok: true });
    expect(await resolveSlug(ada.old)).toBe('missing');
    expect(await resolveSlug(ada.slug)).toBe('here');
    expect(await resolveSlug(ada.id)).toBe(`to ${ada.slug}`);
    expect(occurrences(await publicText(ada.id, ada.title), 'oldname')).toEqual([]);
    const { key } = await authorRow(ada.id);
    expect(await isFoundBy(key, 'Adam Oldname')).toBe(false);
    expect(await isFoundBy(key, 'Ada Newname')).toBe(true);
    expect(await worksFoundBy('oldname')).toBe(0);
  });

  test('can be enabled again by its owner, and name variants are shown again as they were set', async () => {
    const bo = await createRenamedRecord('Bob Oldbody', 'Bo Newbody');
    await disableUrl(bo, bo.old);
    expect((await authorRow(bo.id)).privacy?.hidden).toEqual(['names', 'printed']);
    expect(await enableUrl(bo, bo.old)).toMatchObject({ ok: true });
    expect(await resolveSlug(bo.old)).toBe(`to ${bo.slug}`);
    expect((await authorRow(bo.id)).privacy).toBe(null);
    expect(occurrences(await publicText(bo.id, bo.title), 'oldbody')).not.toEqual([]);
    expect((await authorRow(bo.id)).yearCounts).toEqual({ 2020: 1 });
    await database.store.transact((tx) => setPrivacy(tx, bo.owner, { authorId: bo.id, hidden: ['years'], indexed: 'no' }));
    expect((await authorRow(bo.id)).yearCounts).toBe(null);
    await disableUrl(bo, bo.old);
    expect((await authorRow(bo.id)).privacy).toEqual({ hidden: ['names', 'printed', 'years'], indexed: false });
  });

  test('stays disabled through imports of the same work and of new works, and is assigned to no other record', async () => {
    const cy = await createRenamedRecord('Cyril Oldperson', 'Cy Newperson');
    await disableUrl(cy, cy.old);
    await importAndRefreshWork(cy.title, ['Cyril Oldperson', 'Coauthor of Cyril']);
    await importAndRefreshWork('A later work', ['Cyril Oldperson']);
    expect(await resolveSlug(cy.old)).toBe('missing');
    expect(occurrences(await publicText(cy.id, 'A later work'), 'oldperson')).toEqual([]);
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
    const di = await createRenamedRecord('Dirk Oldself', 'Di Newself');
    await disableUrl(di, di.old);
    await setClaim(di, 'suspended', 'disputed');
    expect(await resolveSlug(di.old)).toBe('missing');
    expect((await authorRow(di.id)).name).toBe('Di Newself');
    expect(occurrences(await publicText(di.id, di.title), 'oldself')).toEqual([]);
    expect(await enableUrl(di, di.old)).toMatchObject({ code: 'not_your_record' });
    await setClaim(di, 'accepted', 'claimed');
    const held = and(eq(claims.authorId, di.id), eq(claims.accountId, di.accountId));
    const [claim] = await database.store.reader.select().from(claims).where(held);
    await database.store.transact((tx) => withdrawClaim(tx, { accountId: di.accountId } as never, { claimId: claim?.id ?? '' }));
    await refreshChangedRecords(database.store);
    expect((await authorRow(di.id)).name).toBe('Dirk Oldself');
    expect(await resolveSlug(di.old)).toBe('here');
  });

  test('of a record that was merged into the owner’s can be disabled by the owner, with the names on its works', async () => {
    await importAndRefreshWork('Before the change', ['Emil Oldpart', 'Somebody Else']);
    await importAndRefreshWork('After the change', ['Emilia Newpart']);
    const emilia = await createOwnedRecord('Emilia Newpart');
    const emil = await findByName('Emil Oldpart');
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
    await database.store.transact((tx) => applyChange(tx, change.id, { byRule: true }));
    await refreshChangedRecords(database.store);
    const { slug } = await authorRow(emilia.id);
    expect(await resolveSlug(emil.slug)).toBe(`to ${slug}`);
    expect(await disableUrl(emilia, emil.slug)).toMatchObject({ ok: true });
    expect(await resolveSlug(emil.slug)).toBe('missing');
    expect(occurrences(await publicText(emilia.id, 'Before the change'), 'oldpart')).toEqual([]);
    expect(await worksFoundBy('oldpart')).toBe(0);
    await enableUrl(emilia, emil.slug);
    expect(await resolveSlug(emil.slug)).toBe(`to ${slug}`);
  });

  test('is disabled by the owner only, and only if it is a former URL of that record', async () => {
    const fe = await createRenamedRecord('Fred Oldmine', 'Fe Newmine');
    const gus = await createRenamedRecord('Gus Oldother', 'Gus Newother');
    const stranger = await createAccount(database.store, 'Stranger');
    const forged = { ...fe, owner: mintOwner(stranger.accountId, fe.id) };
    expect(await disableUrl(forged, fe.old)).toMatchObject({ code: 'not_your_record' });
    for (const address of [fe.slug, gus.old, 'nobody-at-all', fe.id, '']) {
      expect(await disableUrl(fe, address), address).toMatchObject({ code: 'unknown_address' });
    }
    expect(await resolveSlug(fe.old)).toBe(`to ${fe.slug}`);
    expect(await resolveSlug(gus.old)).toBe(`to ${gus.slug}`);
  });

  test('is enabled again when the owner uses that name again', async () => {
    const hal = await createRenamedRecord('Hal Oldagain', 'Halina Newagain');
    await disableUrl(hal, hal.old);
    await stateName(hal, '');
    expect(await resolveSlug(hal.old)).toBe('here');
    await stateName(hal, 'Halina Newagain');
    expect(await resolveSlug(hal.old)).toBe('missing');
  });

  test('is disabled once by two concurrent requests', async () => {
    const ira = await createRenamedRecord('Ira Oldtwice', 'Iris Newtwice');
    const both = await Promise.all([disableUrl(ira, ira.old), disableUrl(ira, ira.old)]);
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
    expect((await findOwnRecord(database.store.reader, { accountId: ira.accountId } as never, ira.id))?.addresses).toEqual([
      { slug: ira.old, isDisabled: true },
    ]);
    expect((await database.store.reader.select().from(authorSlugs).where(eq(authorSlugs.slug, ira.old))).length).toBe(1);
  });
});
