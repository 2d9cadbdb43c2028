import { readFileSync } from 'node:fs';
import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { enqueueRecomputation, enqueueRefresh } from '#lib/catalog/authors/commands/mark-changed.ts';
import { findAuthor } from '#lib/catalog/authors/queries/find.ts';
import { editOwnRecord } from '#lib/catalog/ownership/commands/edit-record.ts';
import { mintOwner } from '#lib/catalog/ownership/model.ts';
import { findOwnRecord } from '#lib/catalog/ownership/queries/own-record.ts';
import { findablePersonCondition, searchNames } from '#lib/catalog/search-index/names.ts';
import { searchWorks } from '#lib/catalog/search-index/works.ts';
import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import { parsePastedWorks } from '#lib/catalog/sources/pasted.ts';
import { statementsInput } from '#lib/catalog/statements/model/statement.ts';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import { trustOf } from '#lib/catalog/trust/queries/snapshots.ts';
import { unfilteredSelection } from '#lib/catalog/works/model/list/selection.ts';
import type { Purpose } from '#lib/community/invitations/model/purposes.ts';
import { addDraftedWorks } from '#lib/governance/additions/commands/add.ts';
import { createProfile } from '#lib/governance/additions/commands/create.ts';
import { storeDraft } from '#lib/governance/additions/commands/draft.ts';
import { type EntryChoice, newProfileId } from '#lib/governance/additions/model.ts';
import { draftOf } from '#lib/governance/additions/queries.ts';
import { revokeHolder, withdrawClaim } from '#lib/governance/claims/commands/end.ts';
import { mergeCase } from '#lib/governance/identity/case-handlers/merge.ts';
import { applyChange } from '#lib/governance/identity/commands/changes.ts';
import { stateOpinionsOnWorks } from '#lib/governance/identity/commands/opinions.ts';
import { proposeMerge } from '#lib/governance/identity/commands/propose.ts';
import { revertChange } from '#lib/governance/identity/commands/revert-change.ts';
import { setVisibility } from '#lib/governance/identity/commands/visibility.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now, setClock } from '#lib/platform/clock.ts';
import { dialect } from '#lib/platform/db/columns.ts';
import { authorNames, authorSlugs, authors } from '#lib/platform/db/schema/authors.ts';
import { claims, proofs } from '#lib/platform/db/schema/claims.ts';
import { corrections } from '#lib/platform/db/schema/corrections.ts';
import { identityChanges } from '#lib/platform/db/schema/identity.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import { newId } from '#lib/platform/id.ts';
import { eraseAccount } from '#lib/portal/erasure/commands/erase.ts';
import { addProfileParts } from '#lib/portal/pages/commands.ts';
import { authorView } from '#lib/portal/pages/queries/author-record.ts';
import { sitemapEntries } from '#lib/portal/sitemaps/queries.ts';
import { strongOrcid } from '../evidence.ts';
import { requestErasureAndWait } from './erasure-fixtures.ts';
import { assignRecord, claimWithEvidence, createAccount, getRecord, importWorkOf, runJobs, unwrap } from './fixtures.ts';
import { databasePerTest } from './test-database.ts';

const database = databasePerTest();
let noor: Actor;

const bibtex =
  '@article{one, title={Counting the Steps of a Lighthouse}, author={Haddad, Noor and Kell, Vera}, year={2020}, doi={10.1000/steps}}';
const saveDraft = (text: string, actor = noor) =>
  database.store.transact((tx) => storeDraft(tx, actor, { authorId: newProfileId, ...parsePastedWorks(text) }));
const createFromDraft = async (actor = noor, { name = 'Noor Haddad', seenNamesakes = false } = {}) => {
  const found = await draftOf(database.store.reader, { accountId: actor.accountId, authorId: newProfileId, names: [name] });
  const chosen = new Map<number, EntryChoice>([[0, 'new']]);
  const input = { name, hasSeenNamesakes: seenNamesakes, seen: found?.draft.seen ?? '', chosen };
  return database.store.transact((tx) => createProfile(tx, actor, input));
};
const createNewProfile = async (actor = noor) => {
  unwrap(await saveDraft(bibtex, actor));
  const { slug } = unwrap(await createFromDraft(actor));
  await runJobs(database.store);
  const found = await findAuthor(database.store.reader, slug);
  if (found.kind !== 'here') throw new Error('It is there.');
  return found.author;
};
const importWork = (more: Partial<ImportedWork>) => importWorkOf(database.store, 'Noor Haddad', more);
const allAuthors = () => database.store.reader.select().from(authors).orderBy(authors.key);
const searchedName = 'Noor Haddad';
const publicCounts = async () => ({
  people: (
    await searchNames(database.store.reader, searchedName, { kind: 'author', limit: 5, where: findablePersonCondition(searchedName) })
  ).hits.length,
  works: (await searchWorks(database.store.reader, 'lighthouse', { limit: 5 })).keys.length,
  authors: (await sitemapEntries(database.store.reader, 'authors', 1))?.length ?? 0,
  sitemap: (await sitemapEntries(database.store.reader, 'works', 1))?.length ?? 0,
});
const zeroCounts = { people: 0, works: 0, authors: 0, sitemap: 0 };

beforeEach(async () => {
  setClock(() => new Date());
  noor = await createAccount(database.store, 'Noor');
});

test('a created profile belongs to its owner, has a URL, and is in no list and no search result', async () => {
  const author = await createNewProfile();
  expect(author).toMatchObject({ visibility: 'unlisted', ownerId: noor.accountId, claimState: 'claimed', worksCount: 1 });
  expect(await authorView(database.store.reader, author, unfilteredSelection, null)).toMatchObject({
    created: true,
    ownerStrength: 'weak',
  });
  expect((await trustOf(database.store.reader, author.key))?.level).toBe(0);
  expect(await publicCounts()).toEqual(zeroCounts);
  const [, coauthor] = await allAuthors();
  expect(coauthor).toMatchObject({ name: 'Vera Kell', visibility: 'unlisted' });
  expect(await findAuthor(database.store.reader, coauthor?.slug ?? '')).toEqual({ kind: 'missing' });
});

test('the owner of a profile that no source supports cannot say what they are open to, and what is sent with it is not stored', async () => {
  const { id } = await createNewProfile();
  const owner = mintOwner(noor.accountId, id);
  const add = (purposes: Purpose[]) => {
    const parts = { authorId: id, affiliation: '', biography: 'Keeps lamps.', works: [], purposes };
    return database.store.transact((tx) => addProfileParts(tx, owner, parts));
  };
  const stored = async () => (await findOwnRecord(database.store.reader, noor, id))?.statements.biography;
  expect(await add(['dataset'])).toEqual({ ok: false, code: 'needs_accepted_claim' });
  expect(await stored()).toBe(undefined);
  unwrap(await add([]));
  expect(await stored()).toMatchObject({ text: 'Keeps lamps.' });
});

test('an account creates one profile, with a work that names it, after it has seen its namesakes', async () => {
  unwrap(await saveDraft('@article{one, title={A Work of Somebody Else}, author={Kell, Vera}, year={2020}}'));
  expect(await createFromDraft()).toMatchObject({ ok: false, code: 'draft_changed' });
  await importWork({ title: ['On Lamps'], identifiers: [{ scheme: 'doi', value: '10.1000/lamps' }] });
  unwrap(await saveDraft(bibtex));
  expect(await createFromDraft()).toMatchObject({ ok: false, code: 'namesakes_unseen' });
  unwrap(await createFromDraft(noor, { seenNamesakes: true }));
  expect(await saveDraft(bibtex)).toMatchObject({ ok: false, code: 'has_profile' });
  expect(await createFromDraft()).toMatchObject({ ok: false, code: 'has_profile' });
});

test('two concurrent requests of one account create one profile', async () => {
  unwrap(await saveDraft(bibtex));
  const both = await Promise.all([createFromDraft(), createFromDraft()]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect((await database.store.reader.select().from(claims)).length).toBe(1);
});

test('a known work cannot start a profile: its author claims the profile that has it', async () => {
  await importWork({ title: ['Counting the Steps of a Lighthouse'], identifiers: [{ scheme: 'doi', value: '10.1000/steps' }] });
  unwrap(await saveDraft(bibtex));
  expect(await createFromDraft(noor, { seenNamesakes: true })).toMatchObject({ ok: false, code: 'draft_changed' });
});

const doi = [{ scheme: 'doi' as const, value: '10.1000/steps' }];
const bothNamed = [{ name: 'Noor Haddad' }, { name: 'Vera Kell' }];

test('a source that describes the work later does not assign it to the profile by the statement of its owner', async () => {
  await importWork({ title: ['On Lamps'], identifiers: [{ scheme: 'doi', value: '10.1000/lamps' }] });
  unwrap(await saveDraft(bibtex));
  unwrap(await createFromDraft(noor, { seenNamesakes: true }));
  await runJobs(database.store);
  await importWork({ recordId: 'two', title: ['Counting the Steps of a Lighthouse'], identifiers: doi, authors: bothNamed });
  const all = await allAuthors();
  expect(all.map(({ name, visibility, worksCount }) => [name, visibility, worksCount])).toEqual([
    ['Noor Haddad', 'visible', 2],
    ['Noor Haddad', 'unlisted', 0],
    ['Vera Kell', 'unlisted', 0],
    ['Vera Kell', 'visible', 1],
  ]);
});

test('other works of a person with the same name are not assigned to it either', async () => {
  const { id } = await createNewProfile();
  await importWork({ title: ['Counting the Steps of a Lighthouse'], identifiers: doi, authors: bothNamed });
  await importWork({ recordId: 'two', title: ['On Lamps'], identifiers: [{ scheme: 'doi', value: '10.1000/lamps' }] });
  expect(await getRecord(database.store, id)).toMatchObject({ visibility: 'unlisted', worksCount: 0 });
  expect((await allAuthors()).filter(({ name, visibility }) => name === 'Noor Haddad' && visibility === 'visible')).toMatchObject([
    { worksCount: 2, ownerId: null },
  ]);
});

test('an iD in the owner’s own entry links no source to it', async () => {
  const iD = '0000-0002-1825-0097';
  const csl = {
    type: 'article-journal',
    title: 'Counting the Steps of a Lighthouse',
    DOI: '10.1000/steps',
    issued: { 'date-parts': [[2020]] },
  };
  const text = JSON.stringify([{ ...csl, author: [{ family: 'Haddad', given: 'Noor', ORCID: `https://orcid.org/${iD}` }] }]);
  unwrap(await saveDraft(text));
  const { slug } = unwrap(await createFromDraft());
  await runJobs(database.store);
  await importWork({ recordId: 'two', title: ['On Lamps'], authors: [{ name: 'Noor Haddad', orcid: iD }] });
  const profile = await findAuthor(database.store.reader, slug);
  expect(profile).toMatchObject({ kind: 'here', author: { visibility: 'unlisted', worksCount: 1 } });
});

test('a proof that others assert lists it; a statement of its owner does not', async () => {
  const { id: authorId } = await createNewProfile();
  const set = { authorId, wanted: 'visible' as const };
  expect(await database.store.transact((tx) => setVisibility(tx, noor, set))).toEqual({ ok: false, code: 'not_listed_yet' });
  await claimWithEvidence(
    database.store,
    noor,
    { id: authorId },
    { by: 'rel_me', page: 'https://noor.example/', ownedBy: null, registeredOn: null },
  );
  await claimWithEvidence(database.store, noor, { id: authorId }, { by: 'email' });
  await runJobs(database.store);
  expect((await getRecord(database.store, authorId)).visibility).toBe('unlisted');
  const orcid = '0000-0002-1825-0097';
  unwrap(await claimWithEvidence(database.store, noor, { id: authorId }, strongOrcid(orcid)));
  await runJobs(database.store);
  expect((await getRecord(database.store, authorId)).visibility).toBe('visible');
  expect(await publicCounts()).toMatchObject({ people: 1, works: 1, authors: 1, sitemap: 1 });
});

const orcid = '0000-0002-1825-0097';
const claimWithOrcid = async (authorId: string) => {
  unwrap(await claimWithEvidence(database.store, noor, { id: authorId }, strongOrcid(orcid)));
  await runJobs(database.store);
};
const logProofEvent = async (authorId: string, kind: 'proof_revoked' | 'proof_stale' | 'proof_fresh') => {
  const [proof] = await database.store.reader
    .select({ about: proofs.eventId })
    .from(proofs)
    .where(and(eq(proofs.authorId, authorId), eq(proofs.kind, 'orcid')));
  const facts = { about: proof?.about ?? '' };
  await database.store.transact((tx) => enqueueRecomputation(tx, [authorId], () => logEvent(tx, { authorId, kind, facts })));
  await runJobs(database.store);
};
const addWorks = async (authorId: string, text: string) => {
  unwrap(await database.store.transact((tx) => storeDraft(tx, noor, { authorId, ...parsePastedWorks(text) })));
  const draft = await draftOf(database.store.reader, { accountId: noor.accountId, authorId, names: [searchedName] });
  const input = { authorId, seen: draft?.draft.seen ?? '', chosen: new Map<number, EntryChoice>([[0, 'new']]) };
  unwrap(await database.store.transact((tx) => addDraftedWorks(tx, noor, input)));
  await runJobs(database.store);
};

test('an expired proof unlists it again, and afterwards the choice of its owner applies', async () => {
  const { id: authorId } = await createNewProfile();
  await claimWithOrcid(authorId);
  expect(await getRecord(database.store, authorId)).toMatchObject({ visibility: 'visible', listedAs: 'proof' });
  unwrap(await database.store.transact((tx) => setVisibility(tx, noor, { authorId, wanted: 'search_only' })));
  await logProofEvent(authorId, 'proof_stale');
  expect((await getRecord(database.store, authorId)).visibility).toBe('unlisted');
  expect(await publicCounts()).toEqual(zeroCounts);
  await logProofEvent(authorId, 'proof_fresh');
  expect((await getRecord(database.store, authorId)).visibility).toBe('search_only');
});

test('hiding it while its proof expires, and showing it again, lists it at no time', async () => {
  const { id: authorId } = await createNewProfile();
  await claimWithOrcid(authorId);
  const set = (wanted: 'visible' | 'search_only' | 'suppressed') =>
    database.store.transact((tx) => setVisibility(tx, noor, { authorId, wanted }));
  unwrap(await set('suppressed'));
  await logProofEvent(authorId, 'proof_stale');
  unwrap(await set('search_only'));
  expect((await getRecord(database.store, authorId)).visibility).toBe('unlisted');
  await runJobs(database.store);
  expect((await getRecord(database.store, authorId)).visibility).toBe('unlisted');
  expect(await publicCounts()).toEqual(zeroCounts);
  await logProofEvent(authorId, 'proof_fresh');
  expect((await getRecord(database.store, authorId)).visibility).toBe('search_only');
});

test('works of a namesake that its owner added do not keep it listed', async () => {
  const { id: authorId } = await createNewProfile();
  await claimWithOrcid(authorId);
  await addWorks(authorId, '@article{two, title={On Lamps}, author={Haddad, Noor}, year={2021}, doi={10.1000/lamps}}');
  const lamps = { title: ['On Lamps'], identifiers: [{ scheme: 'doi' as const, value: '10.1000/lamps' }] };
  const named = { ...lamps, authors: [{ name: 'Noor Haddad', personId: 'haddad-1' }] };
  await importWork({ ...named, source: 'acl-anthology', recordId: 'lamps' });
  await importWork({
    source: 'acl-anthology',
    recordId: 'sea',
    title: ['On the Sea'],
    authors: [{ name: 'Noor Haddad', personId: 'haddad-1' }],
  });
  expect(await getRecord(database.store, authorId)).toMatchObject({ listedAs: 'proof', worksCount: 2 });
  await logProofEvent(authorId, 'proof_revoked');
  expect((await getRecord(database.store, authorId)).visibility).toBe('unlisted');
});

test('it is unlisted when its owner withdraws a work that a source has assigned to it', async () => {
  const { id: authorId } = await createNewProfile();
  await claimWithOrcid(authorId);
  await addWorks(authorId, '@article{two, title={On Lamps}, author={Haddad, Noor}, year={2021}, doi={10.1000/lamps}}');
  const lamps = {
    recordId: 'lamps',
    title: ['On Lamps'],
    identifiers: [{ scheme: 'doi' as const, value: '10.1000/lamps' }],
  };
  const named = { source: 'acl-anthology' as const, authors: [{ name: 'Noor Haddad', personId: 'haddad-1' }] };
  await importWork({ ...named, ...lamps });
  const [work] = await database.store.reader.select({ id: works.id }).from(works).where(eq(works.title, 'On Lamps'));
  const opinions = new Map([[work?.id ?? '', 'not_sure' as const]]);
  unwrap(await database.store.transact((tx) => stateOpinionsOnWorks(tx, noor, { authorId, opinions })));
  await runJobs(database.store);
  await importWork({ ...named, ...lamps, pages: '1-9' });
  await importWork({ ...named, recordId: 'sea', title: ['On the Sea'] });
  expect(await getRecord(database.store, authorId)).toMatchObject({ listedAs: 'proof' });
  expect((await allAuthors()).filter(({ name, ownerId }) => name === 'Noor Haddad' && ownerId === null)).toMatchObject([{ worksCount: 2 }]);
  await logProofEvent(authorId, 'proof_revoked');
  expect((await getRecord(database.store, authorId)).visibility).toBe('unlisted');
});

test('it is unlisted when a decision takes it from its owner', async () => {
  const { id: authorId, slug } = await createNewProfile();
  await claimWithOrcid(authorId);
  await database.store.transact((tx) => revokeHolder(tx, authorId, { reason: 'impersonation', remedy: 'show_strong_proof' }));
  await runJobs(database.store);
  expect(await publicCounts()).toEqual(zeroCounts);
  expect(await findAuthor(database.store.reader, slug)).toEqual({ kind: 'missing' });
});

test('a source that names its owner by iD lists it permanently', async () => {
  const { id: authorId } = await createNewProfile();
  await claimWithOrcid(authorId);
  await addWorks(authorId, '@article{two, title={On Lamps}, author={Haddad, Noor}, year={2021}, doi={10.1000/lamps}}');
  const authored = { authors: [{ name: 'Noor Haddad', orcid }] };
  await importWork({ ...authored, recordId: 'two', title: ['On Lamps'], identifiers: [{ scheme: 'doi', value: '10.1000/lamps' }] });
  expect((await getRecord(database.store, authorId)).listedAs).toBe('proof');
  await importWork({ ...authored, recordId: 'three', title: ['On the Sea'] });
  expect(await getRecord(database.store, authorId)).toMatchObject({ visibility: 'visible', listedAs: 'source', worksCount: 3 });
  await logProofEvent(authorId, 'proof_revoked');
  expect((await getRecord(database.store, authorId)).visibility).toBe('visible');
});

test('the migration that records why a profile is listed finds earlier created profiles, and no others', async () => {
  const { store } = database;
  const { id: unlisted } = await createNewProfile();
  const noorsProfile = noor;
  noor = await createAccount(store, 'Vera');
  unwrap(await saveDraft('@article{two, title={On Lamps}, author={Kell, Vera}, year={2021}}'));
  unwrap(await createFromDraft(noor, { name: 'Vera Kell', seenNamesakes: true }));
  await runJobs(store);
  const listed = (await allAuthors()).find(({ ownerId }) => ownerId === noor.accountId)?.id ?? '';
  await claimWithOrcid(listed);
  noor = noorsProfile;
  await importWork({ title: ['On Doors'], authors: [{ name: 'Tomas Okafor' }] });
  const claimed = (await allAuthors()).find(({ name }) => name === 'Tomas Okafor')?.id ?? '';
  const tomas = await createAccount(store, 'Tomas');
  await assignRecord(store, tomas, { id: claimed });
  const states = async () => Promise.all([unlisted, listed, claimed].map(async (id) => (await getRecord(store, id)).listedAs));
  const before = await states();
  expect(before).toEqual(['nothing', 'proof', null]);

  await store.transact((tx) => tx.update(authors).set({ listedAs: null }));
  const [, update = ''] = readFileSync(`drizzle/${dialect}/0008_listed_profiles.sql`, 'utf8').split('--> statement-breakpoint');
  await store.transact(async (tx) => {
    await tx.execute(`${update.trim().replace(/;$/, '')} returning key`, [], []);
    await enqueueRefresh(tx);
  });
  expect(await states()).toEqual(['nothing', 'nothing', null]);
  await runJobs(store);
  expect(await states()).toEqual(before);
});

test('an undone merge unlists it', async () => {
  const { store } = database;
  await importWork({ title: ['On Lamps'], identifiers: [{ scheme: 'doi', value: '10.1000/lamps' }] });
  unwrap(await saveDraft(bibtex));
  const { slug } = unwrap(await createFromDraft(noor, { seenNamesakes: true }));
  await runJobs(store);
  const profile = await findAuthor(store.reader, slug);
  if (profile.kind !== 'here') throw new Error('It is there.');
  const { id: authorId } = profile.author;
  await claimWithOrcid(authorId);
  const other = (await allAuthors()).find(({ listedAs }) => listedAs === null);
  await assignRecord(store, noor, { id: other?.id ?? '' });
  const merge = { authorId, otherId: other?.id ?? '', reason: 'They are one person.' };
  const mallory = await createAccount(store, 'Mallory');
  const { changeId } = unwrap(await store.transact((tx) => proposeMerge(tx, mallory, merge)));
  unwrap(await store.transact((tx) => applyChange(tx, changeId)));
  await runJobs(store);
  expect(await getRecord(store, authorId)).toMatchObject({ listedAs: 'source', worksCount: 2 });
  unwrap(await store.transact((tx) => revertChange(tx, changeId)));
  await runJobs(store);
  expect(await getRecord(store, authorId)).toMatchObject({ listedAs: 'proof', visibility: 'visible', worksCount: 1 });
  await logProofEvent(authorId, 'proof_revoked');
  expect((await getRecord(store, authorId)).visibility).toBe('unlisted');
});

test('no approval gives its owner the works of a source’s record: they claim it first', async () => {
  const { store } = database;
  await importWork({ title: ['On Lamps'], identifiers: [{ scheme: 'doi', value: '10.1000/lamps' }] });
  unwrap(await saveDraft(bibtex));
  unwrap(await createFromDraft(noor, { seenNamesakes: true }));
  await runJobs(store);
  const [sourced, created] = await allAuthors();
  const ids = [sourced?.id ?? '', created?.id ?? ''] as const;
  const mallory = await createAccount(store, 'Mallory');
  const refusesAll = async () => {
    for (const actor of [noor, mallory]) {
      for (const [authorId, otherId] of [ids, ids.toReversed()] as [string, string][]) {
        const input = { authorId, otherId, reason: 'They are one person.' };
        expect(await store.transact((tx) => proposeMerge(tx, actor, input))).toEqual({ ok: false, code: 'claim_other_first' });
      }
    }
  };
  await refusesAll();
  // A proposal from before an owner has claimed one of the two is not applied either, and its case says so.
  const proposal = { id: newId(), kind: 'merge', state: 'proposed', authorId: ids[1], otherId: ids[0], reason: 'One.', proposedAt: now() };
  await store.transact((tx) => tx.insert(identityChanges).values(proposal));
  const { request } = await mergeCase.evidence(store.reader, proposal.id);
  expect(request?.find(({ term }) => term === 'approval gives')?.description).toContain('Nothing to anybody');
  expect(await store.transact((tx) => applyChange(tx, proposal.id))).toEqual({ ok: false, code: 'claim_other_first' });
  // Nor does a strong proof for the created profile alone.
  await claimWithOrcid(ids[1]);
  await refusesAll();
  expect(await getRecord(store, ids[0])).toMatchObject({ ownerId: null, claimState: 'unclaimed', mergedInto: null, worksCount: 1 });
  await assignRecord(store, noor, { id: ids[0] });
  const later = await mergeCase.evidence(store.reader, proposal.id);
  expect(later.request?.find(({ term }) => term === 'approval gives')?.description).toMatch(/^One work of “Noor Haddad” to “Noor Haddad”/);
  expect(await store.transact((tx) => applyChange(tx, proposal.id))).toMatchObject({ ok: true });
});

test('it takes no plain address by the names that its owner states without a strong proof', async () => {
  const { store } = database;
  const created = await createNewProfile();
  const { id: authorId } = created;
  const owner = mintOwner(noor.accountId, authorId);
  const state = async (name: string) => {
    const own = await findOwnRecord(store.reader, noor, authorId);
    const empty = { role: '', affiliation: '', biography: '', homepage: '', links: '', pronouns: '', pronunciation: '', languages: '' };
    const input = statementsInput.parse({ ...empty, authorId, seen: own?.seen ?? '', name });
    unwrap(await store.transact((tx) => editOwnRecord(tx, owner, input)));
    await runJobs(store);
  };
  for (const name of ['N. Haddad', 'Noor H. Haddad']) {
    await state(name);
    expect(await getRecord(store, authorId)).toMatchObject({ name, slug: created.slug });
  }
  for (const slug of ['n-haddad', 'noor-h-haddad', 'noor-haddad'])
    expect(await findAuthor(store.reader, slug)).toEqual({ kind: 'missing' });
  // Addresses from before this rule are given up, and free again.
  await store.transact((tx) => tx.insert(authorSlugs).values({ slug: 'n-haddad', authorKey: created.key }));
  await store.transact((tx) => tx.update(authors).set({ slug: 'n-haddad', stale: true }).where(eq(authors.id, authorId)));
  await state('Noor Haddad');
  expect((await getRecord(store, authorId)).slug).toBe(created.slug);
  expect(await findAuthor(store.reader, 'n-haddad')).toEqual({ kind: 'missing' });
  await claimWithOrcid(authorId);
  await state('N. Haddad');
  expect(await getRecord(store, authorId)).toMatchObject({ name: 'N. Haddad', slug: 'n-haddad' });
  expect(await findAuthor(store.reader, created.slug)).toEqual({ kind: 'moved', slug: 'n-haddad' });
});

test('nobody else can claim it', async () => {
  const { id: authorId } = await createNewProfile();
  const mallory = await createAccount(database.store, 'Mallory');
  expect(await claimWithEvidence(database.store, mallory, { id: authorId }, { by: 'email' })).toMatchObject({ ok: false });
});

test('releasing it deletes it with its names, and with people whom it alone named', async () => {
  const { id: authorId, slug } = await createNewProfile();
  const corrected = { subject: 'author' as const, subjectId: authorId, field: 'name', createdAt: now(), decidedAt: now() };
  await database.store.transact((tx) =>
    tx.insert(corrections).values([
      { ...corrected, id: 'waiting', value: 'Nour Haddad', state: 'suggested' },
      { ...corrected, id: 'declined', value: 'Noor Hadad', state: 'declined' },
    ]),
  );
  const [claim] = await database.store.reader
    .select()
    .from(claims)
    .where(and(eq(claims.authorId, authorId), eq(claims.state, 'accepted')));
  unwrap(await database.store.transact((tx) => withdrawClaim(tx, noor, { claimId: claim?.id ?? '' })));
  await runJobs(database.store);
  expect(await findAuthor(database.store.reader, slug)).toEqual({ kind: 'missing' });
  expect((await allAuthors()).map(({ name }) => name)).toEqual(['', '']);
  expect(await database.store.reader.select().from(authorNames)).toEqual([]);
  expect(await database.store.reader.select().from(corrections)).toEqual([]);
  unwrap(await saveDraft(bibtex));
  expect(unwrap(await createFromDraft()).slug).toMatch(/^noor-haddad-/);
  expect(slug).toMatch(/^noor-haddad-/);
});

test('erasing its account deletes it', async () => {
  const { slug } = await createNewProfile();
  await requestErasureAndWait(database.store, noor);
  await eraseAccount(database.store, noor);
  await runJobs(database.store);
  expect(await findAuthor(database.store.reader, slug)).toEqual({ kind: 'missing' });
  expect((await allAuthors()).map(({ name }) => name)).toEqual(['', '']);
});

const suppressedRecords = [
  { name: '', orcid: null, visibility: 'suppressed' },
  { name: '', visibility: 'suppressed' },
];

test('erasing its account deletes it also if a proof had listed it', async () => {
  const { id: authorId, slug } = await createNewProfile();
  await claimWithOrcid(authorId);
  await requestErasureAndWait(database.store, noor);
  await eraseAccount(database.store, noor);
  await runJobs(database.store);
  expect(await findAuthor(database.store.reader, slug)).toEqual({ kind: 'missing' });
  expect(await publicCounts()).toEqual(zeroCounts);
  expect(await allAuthors()).toMatchObject(suppressedRecords);
});

test('a released profile is deleted, and works that a source describes go to the people whom the source names', async () => {
  const { id: authorId, slug } = await createNewProfile();
  await claimWithOrcid(authorId);
  await addWorks(authorId, '@article{two, title={On Lamps}, author={Haddad, Noor}, year={2021}, doi={10.1000/lamps}}');
  await importWork({ recordId: 'two', title: ['On Lamps'], identifiers: [{ scheme: 'doi', value: '10.1000/lamps' }] });
  expect((await getRecord(database.store, authorId)).worksCount).toBe(2);
  const [claim] = await database.store.reader
    .select()
    .from(claims)
    .where(and(eq(claims.authorId, authorId), eq(claims.state, 'accepted')));
  unwrap(await database.store.transact((tx) => withdrawClaim(tx, noor, { claimId: claim?.id ?? '' })));
  await runJobs(database.store);
  expect(await findAuthor(database.store.reader, slug)).toMatchObject({ kind: 'missing' });
  expect(await publicCounts()).toMatchObject({ people: 1, works: 0, authors: 1 });
  expect(await allAuthors()).toMatchObject([
    ...suppressedRecords,
    { name: 'Noor Haddad', visibility: 'visible', worksCount: 1, ownerId: null },
  ]);
});
