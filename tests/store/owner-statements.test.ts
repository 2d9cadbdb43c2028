import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { findAuthor } from '#lib/catalog/authors/queries/find.ts';
import { organisationKeys } from '#lib/catalog/contexts/model/affiliations.ts';
import { graphQueryOf } from '#lib/catalog/graph/model/query.ts';
import { graphSlice } from '#lib/catalog/graph/queries/graph-slice.ts';
import { findNode } from '#lib/catalog/graph/queries/nodes.ts';
import { asOwner } from '#lib/catalog/ownership/commands/as-owner.ts';
import { addMissingParts, editOwnRecord, pinWork, setPrivacy } from '#lib/catalog/ownership/commands/edit-record.ts';
import { mintOwner, type Owner } from '#lib/catalog/ownership/model.ts';
import { findOwnRecord } from '#lib/catalog/ownership/queries/own-record.ts';
import { isLostByMerge, proveOwnership } from '#lib/catalog/ownership/queries/ownership.ts';
import { searchNames } from '#lib/catalog/search-index/names.ts';
import { type MissingParts, type PrivacyInput, type StatementsInput, statementsInput } from '#lib/catalog/statements/model/statement.ts';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import { latestSnapshotToSign } from '#lib/catalog/trust/queries/document.ts';
import { trustOf } from '#lib/catalog/trust/queries/snapshots.ts';
import { unfilteredSelection } from '#lib/catalog/works/model/list/selection.ts';
import { citationsOfAuthor } from '#lib/catalog/works/queries/citations.ts';
import { followAuthor } from '#lib/community/follows/commands/authors.ts';
import { sharedContext } from '#lib/community/invitations/queries/shared-context.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import { notificationsOf } from '#lib/community/notifications/queries/notifications.ts';
import { withdrawClaim } from '#lib/governance/claims/commands/end.ts';
import { freezeRecord } from '#lib/governance/claims/commands/freeze.ts';
import { affiliationsOf } from '#lib/governance/claims/queries/institutions.ts';
import { provenRecord } from '#lib/governance/claims/queries/proven-record.ts';
import { applyChange } from '#lib/governance/identity/commands/changes.ts';
import { revertChange } from '#lib/governance/identity/commands/revert-change.ts';
import { mergePreview, splitPreview } from '#lib/governance/identity/queries/preview.ts';
import { splitGroups } from '#lib/governance/identity/queries/workbench.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { authorNames, authors, ownerStatements } from '#lib/platform/db/schema/authors.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import { organisationNames, organisations } from '#lib/platform/db/schema/contexts.ts';
import { identityChanges } from '#lib/platform/db/schema/identity.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import { newId } from '#lib/platform/id.ts';
import { profileLinkedData } from '#lib/portal/pages/model/author-linked-data.ts';
import { authorView } from '#lib/portal/pages/queries/author-record.ts';
import { sourcesOfAuthor } from '#lib/portal/pages/queries/author-sources.ts';
import { peopleResults } from '#lib/portal/search/queries/people.ts';
import { sitemapEntries } from '#lib/portal/sitemaps/queries.ts';
import { readComparableState as rows } from './comparable-state.ts';
import { createAccount, importWorks, refreshChangedRecords, unwrap } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();
let count = 0;

beforeAll(async () => {
  await database.store.transact(async (tx) => {
    await tx
      .insert(organisations)
      .values({ rorId: '05abcde12', name: 'University of Shades', country: 'Norway', status: 'active', updatedAt: now() } as never);
    await tx
      .insert(organisationNames)
      .values({ rorId: '05abcde12', nameKey: organisationKeys('University of Shades')[0] ?? '', kind: 'name' } as never);
  });
});

interface WorkInput {
  title: string;
  names: string[];
  affiliation?: string;
}

async function importAll(some: WorkInput[]): Promise<void> {
  const works = some.map(({ title, names, affiliation }) => ({
    ...({ source: 'bibtex', recordId: title, title: [title], type: 'article', year: 2020 } as const),
    authors: names.map((name) => ({ name, affiliation })),
  }));
  await importWorks(database.store, ...works);
  await refreshChangedRecords(database.store);
}

const authorRow = async (id: string) => {
  const [row] = await database.store.reader.select().from(authors).where(eq(authors.id, id));
  if (!row) throw new Error('gone');
  return row;
};

/** Creates a record with some works, and an owner with an accepted claim. */
async function createOwnedRecord(name: string, { strong = true, works: some = 3 } = {}) {
  count += 1;
  const titles = Array.from({ length: some }, (_, at) => `Work ${at} of ${name} ${count}`);
  await importAll(titles.map((title) => ({ title, names: [name, `Coauthor ${name}`], affiliation: 'Institute of Sources' })));
  const [found] = await database.store.reader.select().from(authors).where(eq(authors.name, name));
  const id = found?.id ?? '';
  const actor = await createAccount(database.store, name);
  await insertClaim(id, actor.accountId, strong);
  return { id, key: found?.key ?? 0, slug: found?.slug ?? '', actor, owner: mintOwner(actor.accountId, id), titles };
}

async function insertClaim(id: string, accountId: string, strong: boolean): Promise<void> {
  await database.store.transact(async (tx) => {
    const at = now();
    const strength = strong ? 'strong' : 'weak';
    await tx.insert(claims).values({ id: newId(), authorId: id, accountId, state: 'accepted', strength, createdAt: at, decidedAt: at });
    await tx.update(authors).set({ claimState: 'claimed', ownerId: accountId, stale: true }).where(eq(authors.id, id));
    await logEvent(tx, { authorId: id, kind: 'claim_accepted', facts: { claim: newId(), strength } });
    const facts = {
      proof: 'dns',
      family: 'own_web',
      strength,
      subject: 'example.org',
      verifier: 'test',
      thirdParty: false,
      expiresAt: null,
      rules: 'evidence-3',
    };
    await logEvent(tx, { authorId: id, kind: 'proof_shown', facts: facts as never });
  });
  await refreshChangedRecords(database.store);
}

const emptyStatements: Omit<StatementsInput, 'authorId'> = {
  ...{ name: '', family: '', role: '', affiliation: '', biography: '', homepage: '', links: '' },
  ...{ pronouns: '', pronunciation: '', languages: '', seen: '' },
};
async function stateFields(who: { id: string; owner: Owner; actor: { accountId: string } }, said: Partial<StatementsInput>) {
  const rows = await database.store.reader
    .select()
    .from(ownerStatements)
    .where(and(eq(ownerStatements.authorId, who.id), eq(ownerStatements.accountId, who.actor.accountId)));
  const own = await findOwnRecord(database.store.reader, who.actor as never, who.id);
  const before = Object.fromEntries(rows.map(({ field, value }) => [field, value]));
  const { pinned: _, privacy: __, ...texts } = before;
  const input = statementsInput.parse({ ...emptyStatements, ...texts, authorId: who.id, seen: own?.seen ?? '', ...said });
  return database.store.transact((tx) => editOwnRecord(tx, who.owner, input));
}

const setHidden = (who: { id: string; owner: Owner }, hidden: PrivacyInput['hidden'], indexed: 'yes' | 'no' = 'yes') =>
  database.store.transact((tx) => setPrivacy(tx, who.owner, { authorId: who.id, hidden, indexed }));
const pinAsOwner = (who: { id: string; owner: Owner }, workId: string, action: 'pin' | 'unpin' | 'up' = 'pin') =>
  database.store.transact((tx) => pinWork(tx, who.owner, { authorId: who.id, workId, operation: action }));
const viewRecord = async (id: string) => {
  const { slug } = await authorRow(id);
  const found = await findAuthor(database.store.reader, slug);
  if (found.kind !== 'here') throw new Error(found.kind);
  return authorView(database.store.reader, found.author, unfilteredSelection, null);
};
const workIds = async (titles: string[]): Promise<string[]> => {
  const rows = await database.store.reader.select({ id: works.id, title: works.title }).from(works);
  return titles.map((title) => rows.find((row) => row.title === title)?.id ?? '');
};
const setClaim = async (id: string, state: string, claimState: string) => {
  await database.store.transact(async (tx) => {
    await tx.update(claims).set({ state }).where(eq(claims.authorId, id));
    await tx.update(authors).set({ claimState, stale: true }).where(eq(authors.id, id));
  });
  await refreshChangedRecords(database.store);
};

describe('a statement of an owner', () => {
  test('is shown next to the sources, matched to ROR, and survives a re-import that contradicts it', async () => {
    const ada = await createOwnedRecord('Ada Shade');
    expect((await viewRecord(ada.id)).owner).toBe(null);
    expect((await viewRecord(ada.id)).affiliation).toMatchObject({ name: 'Institute of Sources', source: { id: 'bibtex' } });
    const said = {
      role: 'Reader in shades',
      affiliation: 'University of Shades',
      biography: 'Counts shades.',
      homepage: 'ada.example.org',
      links: 'Code: code.example.org/ada',
    };
    expect(await stateFields(ada, said)).toMatchObject({ ok: true });
    const shown = await viewRecord(ada.id);
    expect(shown.affiliation).toMatchObject({ name: 'University of Shades', source: { id: 'owner' } });
    expect((await authorRow(ada.id)).affiliation).toMatchObject({ rorId: '05abcde12' });
    expect(shown.owner).toMatchObject({ biography: { text: 'Counts shades.' }, homepage: { text: 'https://ada.example.org/' } });
    expect(JSON.stringify(profileLinkedData(shown, 'https://x.org'))).toMatch(
      /Counts shades.*Reader in shades.*ada\.example\.org.*code\.example\.org/s,
    );
    await importAll([{ title: `Another by Ada ${count}`, names: ['Ada Shade'], affiliation: 'Institute of Later Sources' }]);
    expect((await viewRecord(ada.id)).affiliation?.name).toBe('University of Shades');
    const found = await findAuthor(database.store.reader, ada.slug);
    const sources = found.kind === 'here' ? await sourcesOfAuthor(database.store.reader, found.author) : null;
    expect(sources?.sources[0]?.affiliations.map(({ name }) => name)).toEqual(['Institute of Later Sources', 'Institute of Sources']);
    expect(sources?.owner?.affiliation?.text).toBe('University of Shades');
  });

  test('counts as a stated affiliation, and binds no address to the record', async () => {
    const bea = await createOwnedRecord('Bea Shade');
    await stateFields(bea, { affiliation: 'University of Shades' });
    const trust = await trustOf(database.store.reader, bea.key);
    const lines = trust?.parts.find(({ part }) => part === 'affiliation')?.lines ?? [];
    expect(lines.map(({ points }) => points)).toEqual([2, 3, 0, 0]);
    const record = await provenRecord(database.store.reader, bea.id);
    expect(record?.rorId).toBe(null);
    expect([...(await affiliationsOf(database.store.reader, { key: bea.key, rorId: record?.rorId ?? null }))]).toEqual([]);
  });

  test('is suspended with the claim and restored with it; what it hides stays hidden during a dispute', async () => {
    const cem = await createOwnedRecord('Cem Shade');
    await stateFields(cem, { biography: 'A canary of Cem', affiliation: 'Canary University', name: 'Shade Cem' });
    await pinAsOwner(cem, (await workIds(cem.titles))[0] ?? '');
    await setHidden(cem, ['coauthors']);
    expect((await viewRecord(cem.id)).name).toBe('Shade Cem');
    for (const [state, claimState] of [
      ['suspended', 'disputed'],
      ['revoked', 'unclaimed'],
    ] as const) {
      await setClaim(cem.id, state, claimState);
      const now_ = await viewRecord(cem.id);
      expect(JSON.stringify(now_)).not.toMatch(/anary|Shade Cem/);
      expect(now_.pinned).toEqual([]);
      expect(now_.collaborators.length).toBe(state === 'suspended' ? 0 : 1);
      expect(await stateFields(cem, { biography: 'Again' })).toMatchObject({ ok: false, code: 'not_your_record' });
      await setClaim(cem.id, 'accepted', 'claimed');
      expect((await viewRecord(cem.id)).owner?.biography?.text).toBe('A canary of Cem');
      expect((await viewRecord(cem.id)).name).toBe('Shade Cem');
      expect((await viewRecord(cem.id)).pinned.length).toBe(1);
    }
    // The next owner of the record has not stated it.
    const next = await createAccount(database.store, 'Next');
    await database.store.transact(async (tx) => {
      await tx.update(claims).set({ state: 'revoked' }).where(eq(claims.authorId, cem.id));
      await tx.update(authors).set({ ownerId: null, claimState: 'unclaimed' }).where(eq(authors.id, cem.id));
    });
    await insertClaim(cem.id, next.accountId, false);
    expect(JSON.stringify(await viewRecord(cem.id))).not.toMatch(/anary|Shade Cem/);
    expect((await findOwnRecord(database.store.reader, next, cem.id))?.statements).toEqual({});
  });

  test('is deleted when the owner releases the record', async () => {
    const uma = await createOwnedRecord('Uma Shade');
    await stateFields(uma, { biography: 'A canary of Uma' });
    await setHidden(uma, ['coauthors']);
    const [held] = await database.store.reader.select().from(claims).where(eq(claims.authorId, uma.id));
    await database.store.transact((tx) => withdrawClaim(tx, uma.actor, { claimId: held?.id ?? '' }));
    await refreshChangedRecords(database.store);
    expect(JSON.stringify(await viewRecord(uma.id))).not.toContain('canary of Uma');
    expect((await viewRecord(uma.id)).collaborators.length).toBe(1);
    await insertClaim(uma.id, uma.actor.accountId, false);
    expect((await viewRecord(uma.id)).owner).toBe(null);
    expect((await viewRecord(uma.id)).hiddenFields).toEqual([]);
  });

  test('is accepted only from the owner, and not on a frozen record', async () => {
    const dan = await createOwnedRecord('Dan Shade');
    const stranger = await createAccount(database.store, 'Stranger');
    expect(await proveOwnership(database.store.reader, stranger, dan.id)).toBe(null);
    const forged = { ...dan, owner: mintOwner(stranger.accountId, dan.id) };
    expect(await stateFields(forged, { role: 'Impostor' })).toMatchObject({ code: 'not_your_record' });
    expect(await setHidden(forged, ['orcid'])).toMatchObject({ code: 'not_your_record' });
    expect(await pinAsOwner(forged, (await workIds(dan.titles))[0] ?? '')).toMatchObject({ code: 'not_your_record' });
    expect(await findOwnRecord(database.store.reader, stranger, dan.id)).toBe(null);
    await database.store.transact((tx) => freezeRecord(tx, dan.id));
    expect(await stateFields(dan, { role: 'Owner' })).toMatchObject({ code: 'record_frozen' });
  });

  test('saved concurrently in two tabs is rejected in one; an unchanged one keeps its date', async () => {
    const eve = await createOwnedRecord('Eve Shade');
    // Both tabs were opened before either one saved.
    const both = await Promise.all([stateFields(eve, { role: 'One', seen: '' }), stateFields(eve, { role: 'Two', seen: '' })]);
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(both.find(({ ok }) => !ok)).toMatchObject({ code: 'edit_conflict' });
    const since = (await viewRecord(eve.id)).owner?.role?.since;
    await stateFields(eve, { biography: 'More' });
    expect((await viewRecord(eve.id)).owner?.role?.since).toEqual(since);
    await stateFields(eve, { role: '', biography: '' });
    expect((await viewRecord(eve.id)).owner).toBe(null);
  });
});

describe('a stated name', () => {
  const nameOf = async (id: string) => (await authorRow(id)).name;

  test('is the name of the record if sources write it differently; every other writing waits for proof of control', async () => {
    const flo = await createOwnedRecord('Flo Shade', { strong: false });
    await stateFields(flo, { name: 'Flo Q. Shade' });
    expect(await nameOf(flo.id)).toBe('Flo Shade');
    await importAll([{ title: `Of Flo ${count}`, names: ['Flo Shade'] }]);
    await database.store.transact((tx) =>
      tx.insert(authorNames).values({ authorKey: flo.key, name: 'Flo Q. Shade', nameKey: 'flo-q-shade', works: 0, native: true }),
    );
    await stateFields(flo, { name: 'Flo Q. Shade', role: 'Reader' });
    expect(await nameOf(flo.id)).toBe('Flo Q. Shade');
    expect((await authorRow(flo.id)).sourceName).toBe('Flo Shade');
    expect((await authorRow(flo.id)).slug).toBe('flo-q-shade');
    expect(await findAuthor(database.store.reader, flo.slug)).toEqual({ kind: 'moved', slug: 'flo-q-shade' });
    await stateFields(flo, { name: 'Florian Brandt' });
    expect(await nameOf(flo.id)).toBe('Flo Shade');
    // Nor is it shown next to the name: it could be the name of another person.
    expect((await viewRecord(flo.id)).owner?.name ?? null).toBeNull();
    // It is shown after a source prints it.
    await importAll([{ title: `Printed again ${count}`, names: ['Florian Brandt'] }]);
    expect(await nameOf(flo.id)).toBe('Flo Shade');
  });

  test('in a longer form that another record has is not shown without proof of control', async () => {
    await createOwnedRecord('Hal Q. Shade');
    const hal = await createOwnedRecord('Hal Shade', { strong: false });
    await stateFields(hal, { name: 'Hal Q. Shade' });
    expect(await nameOf(hal.id)).toBe('Hal Shade');
    expect((await viewRecord(hal.id)).owner?.name ?? null).toBeNull();
  });

  test('of an owner with proof of control is the name of the record, unless it is the name of another record', async () => {
    const gil = await createOwnedRecord('Gil Shade', { strong: true });
    await createOwnedRecord('Famous Person');
    await stateFields(gil, { name: 'Famous Person' });
    expect(await nameOf(gil.id)).toBe('Gil Shade');
    await stateFields(gil, { name: 'Gilda Lund' });
    expect(await nameOf(gil.id)).toBe('Gilda Lund');
    const hits = await searchNames(database.store.reader, 'Gilda Lund', { kind: 'author', limit: 5 });
    expect(hits.hits.map(({ subjectKey }) => subjectKey)).toContain(gil.key);
    await stateFields(gil, { name: '' });
    expect(await nameOf(gil.id)).toBe('Gil Shade');
    expect((await authorRow(gil.id)).slug).toBe(gil.slug);
  });

  test('that equals the name of another record is recognised in another order or in similar letters', async () => {
    const lia = await createOwnedRecord('Lia Shade', { strong: true });
    await createOwnedRecord('Coco Pope');
    for (const name of ['Pope Coco', 'Pope, Coco', 'Сосо Роре', 'Роре Сосо', 'Çoco Pope']) {
      await stateFields(lia, { name });
      expect(await nameOf(lia.id)).toBe('Lia Shade');
    }
    await stateFields(lia, { name: 'Coco Popescu' });
    expect(await nameOf(lia.id)).toBe('Coco Popescu');
  });

  test('does not turn an initial into another person', async () => {
    await createOwnedRecord('Hanna Vogt');
    const h = await createOwnedRecord('H. Vogt', { strong: false });
    for (const name of ['Hanna Vogt', 'Helga Vogt', 'Vogt H.']) {
      await stateFields(h, { name });
      expect(await nameOf(h.id)).toBe('H. Vogt');
    }
  });

  test('replaces the former one on every list if the former one is hidden', async () => {
    const ivo = await createOwnedRecord('Ivo Oldname', { strong: true });
    await stateFields(ivo, { name: 'Iva Newname' });
    const whole = async () => {
      const found = await findAuthor(database.store.reader, (await authorRow(ivo.id)).slug);
      const author = found.kind === 'here' ? found.author : null;
      return JSON.stringify([
        await viewRecord(ivo.id),
        author && (await sourcesOfAuthor(database.store.reader, author)),
        await citationsOfAuthor(database.store.reader, ivo.key, undefined, 10),
        await peopleResults(database.store.reader, 'Oldname', [ivo.key]),
      ]).replaceAll(/Coauthor Ivo Oldname|of Ivo Oldname \d+|coauthor-ivo-oldname/g, '');
    };
    expect(await whole()).toMatch(/Ivo Oldname/);
    await setHidden(ivo, ['names']);
    expect(await whole()).not.toMatch(/Oldname|oldname/);
    const author = await authorRow(ivo.id);
    const bench = [
      await splitGroups(database.store.reader, author),
      await splitPreview(database.store.reader, author, { workIds: [], otherName: 'Another' }),
      await mergePreview(database.store.reader, author, author),
    ];
    expect(JSON.stringify(bench).replaceAll(/Coauthor Ivo Oldname|of Ivo Oldname \d+|"words":\[[^\]]*\]/g, '')).not.toMatch(
      /Oldname|oldname/,
    );
    const hits = await searchNames(database.store.reader, 'Ivo Oldname', { kind: 'author', limit: 5 });
    expect(hits.hits.map(({ subjectKey }) => subjectKey)).not.toContain(ivo.key);
  });
});

test('a stated family name sorts the record if it is part of the name, and counts for no other name', async () => {
  const lucia = await createOwnedRecord('Lucía García Márquez');
  const listName = async () => (await authorRow(lucia.id)).listName;
  expect(await listName()).toBe('marquez  lucia garcia');
  unwrap(await stateFields(lucia, { family: 'García Márquez' }));
  expect(await listName()).toBe('garcia marquez  lucia');
  unwrap(await stateFields(lucia, { family: 'Lucía' }));
  expect(await listName()).toBe('lucia  garcia marquez');
  unwrap(await stateFields(lucia, { family: 'Zuse' }));
  expect(await listName()).toBe('marquez  lucia garcia');
});

describe('a hidden or suppressed name', () => {
  test('is removed from earlier notifications, and a namesake keeps theirs', async () => {
    const reader = await createAccount(database.store, 'Reads Notices');
    const pia = await createOwnedRecord('Pio Formername', { strong: true });
    const notificationsText = async () => JSON.stringify(await notificationsOf(database.store.reader, reader));
    const notices = [`/authors/${pia.id}`, `/claim/${pia.id}`, '/invitations/one'];
    for (const path of notices) {
      const facts = { author: pia.id, path, purpose: 'talk', what: 'given' };
      await database.store.transact((tx) =>
        notify(tx, { accountId: reader.accountId, kind: 'invitation_received', facts, onceKey: `test:${path}` }),
      );
    }
    expect((await notificationsText()).split('Pio Formername')).toHaveLength(4);
    await stateFields(pia, { name: 'Pia Presentname' });
    await setHidden(pia, ['names']);
    expect(await notificationsText()).not.toMatch(/Formername/i);
    expect((await notificationsText()).split('Pia Presentname')).toHaveLength(4);
    await database.store.transact((tx) => tx.update(authors).set({ visibility: 'suppressed' }).where(eq(authors.id, pia.id)));
    expect(await notificationsText()).not.toMatch(/Formername|Presentname/i);
  });
});

describe('pinned works', () => {
  test('are five at most, in their order; one that leaves the record is dropped and returns with it', async () => {
    const jan = await createOwnedRecord('Jan Shade', { works: 7 });
    const ids = await workIds(jan.titles);
    for (const id of ids.slice(0, 5)) expect(await pinAsOwner(jan, id)).toMatchObject({ ok: true });
    expect(await pinAsOwner(jan, ids[5] ?? '')).toMatchObject({ code: 'too_many_pinned' });
    expect(await pinAsOwner(jan, ids[0] ?? '')).toMatchObject({ ok: true });
    await pinAsOwner(jan, ids[4] ?? '', 'up');
    const shown = async () => (await viewRecord(jan.id)).pinned.map(({ id }) => ids.indexOf(id));
    expect(await shown()).toEqual([0, 1, 2, 4, 3]);
    expect((await viewRecord(jan.id)).works.entries.length).toBe(7);
    const state = (value: string) =>
      database.store.transact((tx) =>
        tx.execute(
          'update authorships set state = ? where author_key = ? and work_key = (select key from works where id = ?) returning key',
          [],
          [value, jan.key, ids[1]],
        ),
      );
    await state('not_mine');
    expect(await shown()).toEqual([0, 2, 4, 3]);
    await state('asserted');
    expect(await shown()).toEqual([0, 1, 2, 4, 3]);
    await pinAsOwner(jan, ids[0] ?? '', 'unpin');
    expect(await shown()).toEqual([1, 2, 4, 3]);
    const other = await createOwnedRecord('Kim Shade');
    expect(await pinAsOwner(jan, (await workIds(other.titles))[0] ?? '')).toMatchObject({ code: 'unknown_work' });
  });
});

test('missing parts are added together: what is stated or pinned already stays, and a refusal changes nothing', async () => {
  const ulla = await createOwnedRecord('Ulla Shade', { works: 3 });
  const [first = '', second = ''] = await workIds(ulla.titles);
  const add = (parts: Partial<MissingParts>) =>
    database.store.transact((tx) =>
      addMissingParts(tx, ulla.owner, { authorId: ulla.id, affiliation: '', biography: '', works: [], ...parts }),
    );
  const shown = async () => {
    const { pinned, owner } = await viewRecord(ulla.id);
    return { pinned: pinned.map(({ id }) => id), biography: owner?.biography?.text };
  };
  expect(await add({ biography: 'Keeps lamps.', works: ['nowhere'] })).toMatchObject({ code: 'unknown_work' });
  expect(await shown()).toEqual({ pinned: [], biography: undefined });
  unwrap(await add({ biography: 'Keeps lamps.', works: [second] }));
  unwrap(await add({ biography: 'Keeps doors.', works: [first] }));
  unwrap(await add({}));
  await pinAsOwner(ulla, second, 'unpin');
  unwrap(await add({ works: [second] }));
  expect(await shown()).toEqual({ pinned: [second], biography: 'Keeps lamps.' });
});

describe('hidden fields', () => {
  test('co-authors: no list, no edge in graphs of others, no path, no shared collaborator', async () => {
    const { reader } = database.store;
    await importAll([
      { title: 'A with B', names: ['Ann Ring', 'Bob Ring'] },
      { title: 'B with C', names: ['Bob Ring', 'Cid Ring'] },
      { title: 'A with C', names: ['Ann Ring', 'Cid Ring'] },
    ]);
    const found = await reader.select().from(authors);
    const [ann, bob, cid] = ['Ann Ring', 'Bob Ring', 'Cid Ring'].map((name) => found.find((row) => row.name === name));
    const actor = await createAccount(database.store, 'Bob Ring');
    await insertClaim(bob?.id ?? '', actor.accountId, true);
    const who = { id: bob?.id ?? '', owner: mintOwner(actor.accountId, bob?.id ?? '') };
    const edges = async () => {
      const start = await findNode(reader, `author:${ann?.slug}`);
      if (!start || 'redirect' in start) throw new Error('Ann has no node.');
      const { links } = await graphSlice(reader, start, { ...graphQueryOf(start.node.id), kinds: ['author'] });
      return links.length;
    };
    const common = async () => (await sharedContext(reader, ann?.key ?? 0, cid?.key ?? 0)).collaborators.all;
    const path = async () => (await sharedContext(reader, ann?.key ?? 0, bob?.key ?? 0)).path?.length ?? 0;
    expect([await edges(), await common(), await path()]).toEqual([3, 1, 2]);
    await setHidden(who, ['coauthors']);
    expect([await edges(), await common(), await path()]).toEqual([2, 0, 0]);
    const shown = await viewRecord(who.id);
    expect([shown.collaborators, shown.coauthorsCount, shown.counters.closeCollaborators]).toEqual([[], 0, null]);
    await setHidden(who, []);
    expect([await edges(), await common(), await path()]).toEqual([3, 1, 2]);
  });

  test('affiliations: none on the record, in lists, among people of an institution, or in the basis of the points', async () => {
    const { reader } = database.store;
    const nils = await createOwnedRecord('Nils Shade');
    await stateFields(nils, { affiliation: 'University of Shades' });
    await setHidden(nils, ['affiliations']);
    const shown = await viewRecord(nils.id);
    expect([shown.affiliation, shown.owner?.affiliation ?? null, shown.contexts.institutions.all]).toEqual([null, null, 0]);
    expect((await authorRow(nils.id)).affiliation).toBe(null);
    const latest = await latestSnapshotToSign(reader, await authorRow(nils.id));
    expect(latest?.input.corpus.affiliation).toEqual({ stated: [], rorId: null });
    expect(latest?.signed?.body).not.toMatch(/Shades|05abcde12/);
    await setHidden(nils, []);
    expect((await viewRecord(nils.id)).affiliation?.name).toBe('University of Shades');
  });

  test('each stated field separately; what an earlier version hid as a group stays hidden', async () => {
    const una = await createOwnedRecord('Una Shade');
    const fields = ['role', 'biography', 'homepage', 'links', 'pronouns', 'pronunciation', 'languages'] as const;
    const texts = Object.fromEntries(fields.map((field) => [field, `${field}mark`]));
    unwrap(await stateFields(una, { ...texts, homepage: 'https://homepagemark.example/', links: 'Code https://linksmark.example/' }));
    const shown = async () => {
      const { owner } = await viewRecord(una.id);
      return fields.filter((field) => JSON.stringify(owner?.[field] ?? null).includes(`${field}mark`));
    };
    expect(await shown()).toEqual([...fields]);
    for (const field of fields) {
      await setHidden(una, [field]);
      expect(await shown(), field).toEqual(fields.filter((each) => each !== field));
    }
    const group = { privacy: { hidden: ['about'], indexed: true } };
    await database.store.transact((tx) => tx.update(authors).set(group).where(eq(authors.id, una.id)));
    expect(await shown()).toEqual([]);
  });

  test('pinned works', async () => {
    const pia = await createOwnedRecord('Pia Shade');
    const [work] = await database.store.reader
      .select({ id: works.id })
      .from(works)
      .innerJoin(authorships, eq(authorships.workKey, works.key))
      .innerJoin(authors, eq(authors.key, authorships.authorKey))
      .where(eq(authors.id, pia.id));
    unwrap(await pinAsOwner(pia, work?.id ?? ''));
    expect((await viewRecord(pia.id)).pinned).toHaveLength(1);
    await setHidden(pia, ['pinned']);
    expect((await viewRecord(pia.id)).pinned).toEqual([]);
  });

  test('followers, and search engines', async () => {
    const ola = await createOwnedRecord('Ola Shade');
    const fan = await createAccount(database.store, 'Fan');
    await setHidden(ola, ['followers', 'years', 'orcid'], 'no');
    const followed = await database.store.transact((tx) => followAuthor(tx, fan, { authorId: ola.id }));
    expect(followed).toMatchObject({ ok: true, value: { state: 'on', followers: null } });
    const shown = await viewRecord(ola.id);
    expect([shown.counters.followers, shown.works.worksPerYear, shown.listed]).toEqual([null, [], false]);
    const listed = async () => ((await sitemapEntries(database.store.reader, 'authors', 1)) ?? []).map(({ path }) => path);
    expect(await listed()).not.toContain(`/authors/${ola.slug}`);
    await setHidden(ola, []);
    expect(await listed()).toContain(`/authors/${ola.slug}`);
    expect((await viewRecord(ola.id)).counters.followers).toBe(1);
  });
});

describe('merges and splits', () => {
  const merge = async (into: string, from: string): Promise<string> => {
    const changeId = newId();
    await database.store.transact(async (tx) => {
      await tx.insert(identityChanges).values({
        id: changeId,
        kind: 'merge',
        authorId: into,
        otherId: from,
        state: 'proposed',
        workIds: [],
        reason: 'One person.',
        proposedAt: now(),
      } as never);
      const made = await applyChange(tx, changeId, { byRule: true });
      if (!made.ok) throw new Error(made.code);
    });
    await refreshChangedRecords(database.store);
    return changeId;
  };

  test('statements of one owner on two records move to the remaining one, and back with an undo, to the last row', async () => {
    const lea = await createOwnedRecord('Lea Shade');
    const second = await createOwnedRecord('L. Shade');
    await database.store.transact((tx) => tx.update(claims).set({ accountId: lea.actor.accountId }).where(eq(claims.authorId, second.id)));
    await database.store.transact((tx) => tx.update(authors).set({ ownerId: lea.actor.accountId }).where(eq(authors.id, second.id)));
    const also = { ...second, actor: lea.actor, owner: mintOwner(lea.actor.accountId, second.id) };
    await stateFields(lea, { role: 'Of the first' });
    await stateFields(also, { role: 'Of the second', biography: 'Of the second alone.' });
    await pinAsOwner(also, (await workIds(also.titles))[1] ?? '');
    await setHidden(also, ['followers']);
    await refreshChangedRecords(database.store);
    const before = await rows(database.store.reader);
    const changeId = await merge(lea.id, second.id);
    const merged = await viewRecord(lea.id);
    expect(merged.owner).toMatchObject({ role: { text: 'Of the first' }, biography: { text: 'Of the second alone.' } });
    expect(merged.pinned.map(({ id }) => id)).toEqual([(await workIds(also.titles))[1]]);
    expect(merged.hiddenFields).toEqual(['followers']);
    await database.store.transact((tx) => revertChange(tx, changeId));
    await refreshChangedRecords(database.store);
    expect(await rows(database.store.reader)).toEqual(before);
  });

  test('a form of a merged record is refused, and leads its owner to the one that remains', async () => {
    const [nia, other] = [await createOwnedRecord('Nia Shade'), await createOwnedRecord('Nia Other')];
    const stranger = await createAccount(database.store, 'Stranger');
    await merge(nia.id, other.id);
    const save = (actor: Actor) =>
      database.store.transact((tx) => asOwner(setPrivacy)(tx, actor, { authorId: other.id, hidden: [], indexed: 'yes' }));
    expect(await save(other.actor)).toEqual({ ok: false, code: 'profile_merged', path: `/authors/${nia.slug}` });
    const isLost = (actor: Actor, name = other.slug) => isLostByMerge(database.store.reader, actor, name);
    expect([await isLost(other.actor), await isLost(other.actor, other.id), await isLost(stranger), await isLost(nia.actor)]).toEqual([
      ...[true, true, false, false],
    ]);
    expect(await isLost(other.actor, nia.slug)).toBe(false);
    expect(await save(stranger)).toEqual({ ok: false, code: 'not_your_record' });
    await database.store.transact((tx) => tx.update(authors).set({ ownerId: other.actor.accountId }).where(eq(authors.id, nia.id)));
    expect(await save(other.actor)).toEqual({ ok: false, code: 'profile_merged', path: `/me/records/${nia.slug}` });
    expect(await isLost(other.actor)).toBe(false);
    await database.store.transact((tx) => tx.update(authors).set({ visibility: 'suppressed' }).where(eq(authors.id, nia.id)));
    expect(await save(other.actor)).toEqual({ ok: false, code: 'not_your_record' });
  });

  test('statements of another owner on the merged record are suspended, and restored by an undo', async () => {
    const mia = await createOwnedRecord('Mia Shade');
    const other = await createOwnedRecord('Mia Other');
    await stateFields(other, { biography: 'A canary of another' });
    const changeId = await merge(mia.id, other.id);
    expect(JSON.stringify(await viewRecord(mia.id))).not.toContain('canary of another');
    await database.store.transact((tx) => revertChange(tx, changeId));
    await refreshChangedRecords(database.store);
    expect((await viewRecord(other.id)).owner?.biography?.text).toBe('A canary of another');
  });
});
