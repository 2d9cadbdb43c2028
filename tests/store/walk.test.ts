import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import { parsePastedWorks } from '#lib/catalog/sources/pasted.ts';
import { followAuthor } from '#lib/community/follows/commands/authors.ts';
import { notificationText } from '#lib/community/notifications/model/notification.ts';
import { withNames } from '#lib/community/notifications/queries/shown-notifications.ts';
import { createProfile } from '#lib/governance/additions/commands/create.ts';
import { storeDraft } from '#lib/governance/additions/commands/draft.ts';
import { type EntryChoice, newProfileId } from '#lib/governance/additions/model.ts';
import { draftOf } from '#lib/governance/additions/queries.ts';
import { claimAuthor } from '#lib/governance/claims/commands/claim.ts';
import { noticeDays } from '#lib/governance/claims/model/notice.ts';
import { proofProbes } from '#lib/governance/claims/probes/method-probes.ts';
import { suggestCorrection } from '#lib/governance/corrections/commands/suggest.ts';
import { correctionInput } from '#lib/governance/corrections/model.ts';
import { proposeMerge } from '#lib/governance/identity/commands/propose.ts';
import { questionsAbout } from '#lib/governance/identity/queries/questions.ts';
import { fileReport } from '#lib/governance/reports/commands/file-report.ts';
import { grantAdmin } from '#lib/platform/audit/roles.ts';
import { type Actor, mintActor } from '#lib/platform/auth/actor.ts';
import { now, setClock } from '#lib/platform/clock.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import { newId } from '#lib/platform/id.ts';
import { refused } from '#lib/platform/outcome.ts';
import { readRoster } from '#lib/portal/roster/commands/entries.ts';
import { prepareProfile } from '#lib/portal/roster/commands/prepare.ts';
import { matchRoster } from '#lib/portal/roster/queries.ts';
import { runDueJobs } from '#lib/runtime/worker/worker.ts';
import { emptyServices, strongOrcid } from '../evidence.ts';
import { advanceDays, claimWithEvidence, importWorks, unwrap, voteOnSubject } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

/**
 * A department for two months, with 14 accounts: owners, co-authors, staff who are invited, a newcomer, two admins, people who report and
 * suggest, and a stranger. It ends with one record for each person, and with the complete list of what was sent.
 */
const database = databasePerFile();
const people = ['Lena', 'Karla', 'Uwe', 'Jörg', 'Nele', 'Noor', 'Olga', 'Pia', 'Edda', 'Rolf', 'Sam', 'Rob', 'Mallory', 'Fay'] as const;
type Person = (typeof people)[number];
const actors = new Map<Person, Actor>();
const as = (name: Person): Actor => {
  const actor = actors.get(name);
  if (!actor) throw new Error(`There is no account of ${name}.`);
  return actor;
};
const addressOf = (name: string): string => `${name.toLowerCase().replace('ö', 'oe')}@lamp.example`;
const sent: string[] = [];
const work = () =>
  runDueJobs({
    store: database.store,
    handlers: { 'send-mail': { outside: async ({ to, subject }) => void sent.push(`${to.split('@')[0]}: ${subject}`) } },
  });
const pass = async (days: number) => {
  advanceDays(days);
  await work();
};
const bibtex = { source: 'bibtex', type: 'article', year: 2020 } as const;
const importAll = async (...all: Partial<ImportedWork>[]) => {
  await importWorks(database.store, ...all.map((each) => ({ ...bibtex, ...each }) as ImportedWork));
  await work();
};
const recordOf = async (name: string, at = 0) => {
  const rows = await database.store.reader.select().from(authors).where(eq(authors.name, name)).orderBy(authors.key);
  const record = rows.filter(({ mergedInto }) => mergedInto === null)[at];
  if (!record) throw new Error(`There is no record of ${name}.`);
  return record;
};
/** Claims by the address that the account signs in with, as the claim page does. */
async function claimByAddress(name: Person, authorId: string) {
  const { store } = database;
  const actor = as(name);
  const proof = unwrap(
    (await proofProbes.email.show?.({ reader: store.reader, actor, authorId, services: emptyServices })) ?? refused('unknown_proof'),
  );
  unwrap(await store.transact((tx) => claimAuthor(tx, actor, { authorId, proof })));
  await work();
}
const voteOfBoth = async (subjectId: string, decision: 'approve' | 'reject', reason: string, remedy: string) => {
  for (const admin of ['Edda', 'Rolf'] as const)
    unwrap(await voteOnSubject(database.store, as(admin), subjectId, decision, reason, remedy));
  await work();
};
const doi = (value: string) => [{ scheme: 'doi' as const, value: `10.1000/${value}` }];

beforeAll(async () => {
  setClock(() => new Date('2026-01-05T09:00:00Z'));
  const { store } = database;
  for (const name of people) {
    const [accountId, email] = [newId(), addressOf(name)];
    await store.transact(async (tx) => {
      await tx.insert(accounts).values({ id: accountId, name, email, emailVerified: now(), createdAt: now() });
      if (name === 'Edda' || name === 'Rolf') await grantAdmin(tx, email);
    });
    actors.set(name, mintActor({ accountId, name, email, emailConfirmed: true }));
  }
});
afterAll(() => setClock(() => new Date()));

describe('a department of 14 accounts', () => {
  test('lists works, invites its staff, and everybody claims their profile', async () => {
    const { store } = database;
    await importAll(
      { recordId: 'a', title: ['On Lamps and Other Lights'], authors: [{ name: 'Lena Fischer' }, { name: 'Jörg Müller' }] },
      { recordId: 'b', title: ['On Tides and Other Waters'], authors: [{ name: 'Lena Fischer' }, { name: 'Karla Oz' }] },
      {
        recordId: 'c',
        title: ['On Oils and Other Fats'],
        identifiers: doi('oils'),
        authors: [{ name: 'Uwe Keller' }, { name: 'Karla Oz' }],
      },
      {
        recordId: 'd',
        title: ['On Wicks and Other Strings'],
        authors: [{ name: 'Olga Petrova' }, { name: 'Pia Kask' }, { name: 'Karla Oz' }],
      },
    );
    // A second source knows Uwe by an id, from a work without anybody known, and Karla by the same work.
    const named = [{ name: 'Uwe Keller', personId: 'A1' }];
    await importAll(
      { source: 'openalex', recordId: 'W1', title: ['On Fats in Winter'], authors: named },
      {
        source: 'openalex',
        recordId: 'W2',
        title: ['On Wicks and Other Strings'],
        authors: [{ name: 'Olga Petrova' }, { name: 'Pia Kask' }, { name: 'Karla Oz', personId: 'A2' }],
      },
    );
    unwrap(await store.transact(async (tx) => followAuthor(tx, as('Fay'), { authorId: (await recordOf('Lena Fischer')).id })));
    const { entries } = readRoster(
      'name,email\nLena Fischer,lena@lamp.example\nJörg Müller,joerg@lamp.example\nNele Neu,nele@lamp.example\n',
    );
    for (const [at, match] of (await matchRoster(store.reader, entries)).entries()) {
      const entry = entries[at];
      const record = match.kind === 'certain' ? match.record : null;
      if (entry) await store.transact((tx) => prepareProfile(tx, entry, record, { publicUrl: 'https://lamp.example', invites: true }));
    }
    await work();
    unwrap(await claimWithEvidence(store, as('Lena'), await recordOf('Lena Fischer'), strongOrcid('0000-0002-1825-0097')));
    await work();
    await claimByAddress('Jörg', (await recordOf('Jörg Müller')).id);
    await claimByAddress('Nele', (await recordOf('Nele Neu')).id);
    await claimByAddress('Karla', (await recordOf('Karla Oz')).id);
    await claimByAddress('Olga', (await recordOf('Olga Petrova')).id);
    await claimByAddress('Pia', (await recordOf('Pia Kask')).id);
    await pass(noticeDays);
    for (const name of ['Jörg Müller', 'Nele Neu', 'Karla Oz']) expect(await recordOf(name)).toMatchObject({ claimState: 'claimed' });
    await pass(noticeDays);
    for (const name of ['Olga Petrova', 'Pia Kask']) expect(await recordOf(name)).toMatchObject({ claimState: 'claimed' });
  });

  test('one person with two records makes them one at once; a stranger’s proposal about profiles of two owners is refused', async () => {
    const { store } = database;
    const [one, other] = [await recordOf('Uwe Keller'), await recordOf('Uwe Keller', 1)];
    for (const record of [one, other]) unwrap(await claimWithEvidence(store, as('Uwe'), record, strongOrcid('0000-0001-5109-3700')));
    await work();
    expect((await questionsAbout(store.reader, one.key)).map(({ records }) => records.length)).toEqual([2]);
    const merge = { authorId: one.id, otherId: other.id, reason: 'Both are mine.' };
    expect(unwrap(await store.transact((tx) => proposeMerge(tx, as('Uwe'), merge))).applied).toBe(true);
    await work();
    const strange = { authorId: (await recordOf('Lena Fischer')).id, otherId: (await recordOf('Karla Oz')).id, reason: 'One person.' };
    expect(await store.transact((tx) => proposeMerge(tx, as('Mallory'), strange))).toMatchObject({ code: 'claim_other_first' });
    await work();
  });

  test('others correct a title and report a missing work, and the owners are notified', async () => {
    const { store } = database;
    const [tides] = await store.reader.select().from(works).where(eq(works.title, 'On Tides and Other Waters'));
    const input = correctionInput.parse({
      ...{ subjectId: tides?.id, field: 'title', value: 'On Tides and All Waters', note: 'As printed.' },
      evidenceUrl: 'https://example.org/tides',
    });
    const { correctionId } = unwrap(
      await store.transact((tx) => suggestCorrection(tx, { actor: as('Sam'), network: '192.0.2.0/24' }, input)),
    );
    await work();
    await voteOfBoth(correctionId, 'approve', 'fact_wrong', 'corrected');
    await importAll({
      source: 'openalex',
      recordId: 'W3',
      title: ['A Treatise on the Light of Evenings'],
      authors: [{ name: 'J. Müller', personId: 'A3' }],
    });
    const jorg = await recordOf('Jörg Müller');
    const report = {
      subject: 'author',
      subjectId: jorg.id,
      kind: 'missing_work',
      reason: 'other_record',
      works: 'A Treatise on the Light of Evenings',
    } as const;
    const { reportId } = unwrap(await store.transact((tx) => fileReport(tx, { actor: as('Rob'), network: '192.0.2.0/24' }, report)));
    await work();
    unwrap(await voteOnSubject(store, as('Edda'), reportId, 'uphold' as 'approve', 'work_missing', 'work_added'));
    await work();
    expect((await recordOf('Jörg Müller')).worksCount).toBe(2);
  });

  test('a newcomer’s works arrive a month later, and a colleague’s first work', async () => {
    const { store } = database;
    const noor = as('Noor');
    const text =
      '@article{one, title={Counting the Steps of a Lighthouse}, author={Haddad, Noor and Fischer, Lena}, year={2026}, doi={10.1000/steps}}';
    unwrap(await store.transact((tx) => storeDraft(tx, noor, { authorId: newProfileId, ...parsePastedWorks(text) })));
    const draft = await draftOf(store.reader, { accountId: noor.accountId, authorId: newProfileId, names: ['Noor Haddad'] });
    const chosen = new Map<number, EntryChoice>([[0, 'new']]);
    const created = { name: 'Noor Haddad', hasSeenNamesakes: true, seen: draft?.draft.seen ?? '', chosen };
    unwrap(await store.transact((tx) => createProfile(tx, noor, created)));
    await pass(30);
    await importAll(
      {
        recordId: 'n',
        title: ['Counting the Steps of a Lighthouse'],
        year: 2026,
        identifiers: doi('steps'),
        authors: [{ name: 'Noor Haddad' }, { name: 'Lena Fischer' }],
      },
      { recordId: 'o', title: ['A First Work on Candles'], year: 2026, authors: [{ name: 'Nele Neu' }, { name: 'Lena Fischer' }] },
    );
    await pass(noticeDays);
    // The record of the staff list had no work to be matched by: its owner is asked, claims the other one, and reviewers decide.
    const own = (await database.store.reader.select().from(authors).where(eq(authors.name, 'Nele Neu')).orderBy(authors.key))[0];
    const [question] = await questionsAbout(store.reader, own?.key ?? 0);
    const other = question?.records.find(({ id }) => id !== own?.id);
    await claimByAddress('Nele', other?.id ?? '');
    await pass(2 * noticeDays);
    const merge = { authorId: own?.id ?? '', otherId: other?.id ?? '', reason: 'It is my first work.' };
    const { changeId } = unwrap(await store.transact((tx) => proposeMerge(tx, as('Nele'), merge)));
    await work();
    await voteOfBoth(changeId, 'approve', 'same', 'undo_30_days');
    await pass(1);
  });

  test('ends with one record for each person', async () => {
    const rows = (await database.store.reader.select().from(authors).orderBy(authors.name)).filter(
      ({ mergedInto, worksCount }) => mergedInto === null && worksCount > 0,
    );
    const ownerOf = (id: string | null) => people.find((name) => as(name).accountId === id) ?? null;
    expect(rows.map(({ name, worksCount, ownerId }) => `${name}, ${worksCount}, ${ownerOf(ownerId)}`)).toMatchInlineSnapshot(`
      [
        "Jörg Müller, 2, Jörg",
        "Karla Oz, 3, Karla",
        "Lena Fischer, 4, Lena",
        "Nele Neu, 1, Nele",
        "Noor Haddad, 1, Noor",
        "Olga Petrova, 1, Olga",
        "Pia Kask, 1, Pia",
        "Uwe Keller, 2, Uwe",
      ]
    `);
  });

  test('sent these mails, and nothing else', () => {
    expect(sent.toSorted()).toMatchInlineSnapshot(`
      [
        "joerg: Your claim is accepted",
        "joerg: Your profile on Peergraph",
        "karla: Your claim is accepted",
        "lena: Somebody has claimed the profile of Jörg Müller",
        "lena: Somebody has claimed the profile of Karla Oz",
        "lena: Somebody has claimed the profile of Nele Neu",
        "lena: Somebody has claimed the profile of Noor Haddad",
        "lena: Your claim is accepted",
        "lena: Your profile on Peergraph",
        "nele: The merge of Nele Neu is made",
        "nele: Your claim is accepted",
        "nele: Your claim is accepted",
        "nele: Your profile on Peergraph",
        "noor: A source lists works of Noor Haddad",
        "noor: Your claim is accepted",
        "noor: Your profile and the works of Noor Haddad are joined",
        "olga: Your claim is accepted",
        "pia: Your claim is accepted",
        "uwe: Your claim is accepted",
        "uwe: Your claim is accepted",
      ]
    `);
  });

  test('showed these notifications, and nothing else', async () => {
    const rows = await database.store.reader.select().from(notifications).orderBy(notifications.createdAt, notifications.id);
    const named = await withNames(database.store.reader, rows, true);
    const lines = rows.map(({ accountId, kind }, at) => {
      const name = people.find((each) => as(each).accountId === accountId);
      return `${name}: ${notificationText(kind as never, named[at]?.facts ?? {}).title}`;
    });
    expect(lines.sort()).toMatchInlineSnapshot(`
      [
        "Edda: Cases need your decision",
        "Edda: Cases need your decision",
        "Jörg: A work was added to your profile",
        "Jörg: Your claim is accepted",
        "Karla: A correction of your work is suggested",
        "Karla: The title of your work has changed",
        "Karla: Your claim is accepted",
        "Lena: 2 works were added to your profile",
        "Lena: A correction of your work is suggested",
        "Lena: Somebody has claimed the profile of Jörg Müller",
        "Lena: Somebody has claimed the profile of Karla Oz",
        "Lena: Somebody has claimed the profile of Nele Neu",
        "Lena: Somebody has claimed the profile of Noor Haddad",
        "Lena: The title of your work has changed",
        "Lena: Your claim is accepted",
        "Nele: The merge of Nele Neu is made",
        "Nele: Your claim is accepted",
        "Nele: Your claim is accepted",
        "Noor: A source lists works of Noor Haddad",
        "Noor: Your claim is accepted",
        "Noor: Your profile and the works of Noor Haddad are joined",
        "Olga: Your claim is accepted",
        "Pia: Your claim is accepted",
        "Rob: Your report was upheld",
        "Rolf: Cases need your decision",
        "Rolf: Cases need your decision",
        "Sam: Your correction is shown",
        "Uwe: Your claim is accepted",
        "Uwe: Your claim is accepted",
      ]
    `);
  });
});
