import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { type ImportedWork, importedWork } from '#lib/catalog/sources/model.ts';
import { addMissingWork } from '#lib/governance/additions/commands/add-missing.ts';
import { suggestCorrection } from '#lib/governance/corrections/commands/suggest.ts';
import { correctionInput } from '#lib/governance/corrections/model.ts';
import { fileReport } from '#lib/governance/reports/commands/file-report.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { daysMs, now, setClock } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { strongOrcid } from '../evidence.ts';
import { claimWithEvidence, createAccount, createAdmin, getRecord, importWorks, runJobs, unwrap, voteOnSubject } from './fixtures.ts';
import { databasePerTest } from './test-database.ts';

const database = databasePerTest();
const work = { source: 'bibtex', type: 'article', year: 2020 } as const;
const importAll = async (...all: Partial<ImportedWork>[]) => {
  await importWorks(database.store, ...all.map((each) => ({ ...work, ...each }) as ImportedWork));
  await runJobs(database.store);
};
const recordNamed = async (name: string) => {
  const [record] = await database.store.reader.select().from(authors).where(eq(authors.name, name)).orderBy(authors.key);
  if (!record) throw new Error('It is there.');
  return record;
};
const toldOf = async ({ accountId }: Actor) =>
  (
    await database.store.reader
      .select()
      .from(notifications)
      .where(and(eq(notifications.accountId, accountId), eq(notifications.kind, 'record_changed')))
  ).map(({ facts: { change, by, name, path } }) => ({ change, by, name, path }));
const titlesOf = async ({ key }: { key: number }) =>
  (
    await database.store.reader
      .select({ title: works.title })
      .from(authorships)
      .innerJoin(works, eq(works.key, authorships.workKey))
      .where(eq(authorships.authorKey, key))
      .orderBy(works.key)
  ).map(({ title }) => title);

let owner: Actor;
let admin: Actor;
let reporter: Actor;
beforeEach(async () => {
  setClock(() => new Date());
  const { store } = database;
  [owner, admin, reporter] = [await createAccount(store, 'Ada'), await createAdmin(store, 'Admin'), await createAccount(store, 'Rob')];
  await importAll({ recordId: 'a', title: ['On Lamps'], authors: [{ name: 'Ada Wick' }, { name: 'Ben Oil' }] });
  unwrap(await claimWithEvidence(store, owner, await recordNamed('Ada Wick'), strongOrcid('0000-0002-1825-0097')));
  await runJobs(store);
  const later = now().getTime() + daysMs(1) - Date.now();
  setClock(() => new Date(Date.now() + later));
});

type Registry = (doi: string) => Promise<Outcome<ImportedWork, 'unknown_doi' | 'registry_unreachable'>>;
const noRegistry: Registry = async () => refused('unknown_doi');

describe('a report of a missing work that is upheld', () => {
  const doi = '10.1000/oils';
  const registered: Registry = async () =>
    done(
      importedWork.parse({
        source: 'owner',
        recordId: 'x',
        type: 'article',
        title: ['On Oils'],
        year: 2021,
        authors: [{ name: 'Ada Wick' }, { name: 'Cem Far' }],
      }),
    );

  async function report(described: string, remedy: string, registry: Registry = noRegistry) {
    const { store } = database;
    const record = await recordNamed('Ada Wick');
    const input = { subject: 'author', subjectId: record.id, kind: 'missing_work', reason: 'not_here', works: described } as const;
    const { reportId } = unwrap(await store.transact((tx) => fileReport(tx, { actor: reporter, network: '192.0.2.0/24' }, input)));
    const vote = await voteOnSubject(store, admin, reportId, 'uphold' as 'approve', 'work_missing', remedy);
    if (vote.ok) await addMissingWork(store, reportId, registry);
    await runJobs(store);
    return vote;
  }

  test('adds the work by its DOI, for good, and tells the owner how to object', async () => {
    unwrap(await report(`https://doi.org/${doi}`, 'work_added', registered));
    const record = await recordNamed('Ada Wick');
    expect(await titlesOf(record)).toEqual(['On Lamps', 'On Oils']);
    expect((await getRecord(database.store, record.id)).worksCount).toBe(2);
    const told = { change: 'work_added', by: 'reviewers', name: 'On Oils', path: `/authors/${record.id}/review` };
    expect(await toldOf(owner)).toContainEqual(told);
    await importAll({
      recordId: 'b',
      title: ['On Oils'],
      year: 2021,
      identifiers: [{ scheme: 'doi', value: doi }],
      authors: [{ name: 'Ada Wick' }, { name: 'Cem Far' }],
    });
    expect(await titlesOf(record)).toEqual(['On Lamps', 'On Oils']);
  });

  test('moves a work that is here from a profile that nobody owns, and not from one with an owner', async () => {
    const { store } = database;
    await importAll({
      source: 'openalex',
      recordId: 'o',
      title: ['A Very Long Treatise on Oils and Tides'],
      authors: [{ name: 'A. Wick', personId: 'A9' }],
    });
    unwrap(await report('A Very Long Treatise on Oils and Tides', 'work_added'));
    const record = await recordNamed('Ada Wick');
    expect(await titlesOf(record)).toEqual(['On Lamps', 'A Very Long Treatise on Oils and Tides']);
    await importAll({
      source: 'openalex',
      recordId: 'p',
      title: ['Another Very Long Treatise on Wicks'],
      authors: [{ name: 'A. Wick', personId: 'A8' }],
    });
    const [other] = await store.reader.select().from(authors).where(eq(authors.name, 'A. Wick')).orderBy(authors.key).offset(1).limit(1);
    unwrap(await claimWithEvidence(store, await createAccount(store, 'Anna'), other ?? { id: '' }, strongOrcid('0000-0001-5109-3700')));
    unwrap(await report('Another Very Long Treatise on Wicks', 'work_added'));
    expect(await titlesOf(record)).toHaveLength(2);
    expect((await toldOf(reporter)).map(({ change }) => change)).toEqual(['work_not_added']);
  });

  test('does not move a work from a profile with an ORCID iD of its own', async () => {
    const namesake = { name: 'A. Wick', personId: 'A7', orcid: '0000-0001-5109-3700' };
    await importAll({ source: 'openalex', recordId: 'q', title: ['A Third Very Long Treatise on Wax'], authors: [namesake] });
    unwrap(await report('A Third Very Long Treatise on Wax', 'work_added'));
    expect(await titlesOf(await recordNamed('Ada Wick'))).toEqual(['On Lamps']);
    expect((await toldOf(reporter)).map(({ change }) => change)).toEqual(['work_not_added']);
  });

  test('is never called listed if nobody knows the work', async () => {
    expect(await report('Something', 'work_added')).toMatchObject({ ok: false });
  });
});

test('an owner is told when reviewers correct a work, and when sources add works; each once', async () => {
  const { store } = database;
  const [lamps] = await store.reader.select().from(works).where(eq(works.title, 'On Lamps'));
  const input = correctionInput.parse({
    subjectId: lamps?.id,
    field: 'title',
    value: 'On Lanterns',
    evidenceUrl: 'https://example.org/page',
    note: 'As printed.',
  });
  const sender = { actor: reporter, network: '192.0.2.0/24' };
  const suggested = unwrap(await store.transact((tx) => suggestCorrection(tx, sender, input)));
  for (const voter of [admin, await createAdmin(store, 'Second')])
    unwrap(await voteOnSubject(store, voter, suggested.correctionId, 'approve', 'fact_wrong', 'corrected'));
  const path = `/works/${lamps?.id}/correct`;
  expect(await toldOf(owner)).toEqual([{ change: 'work_corrected', by: 'reviewers', name: 'On Lanterns', path }]);
  expect(await toldOf(reporter)).toEqual([]);
  await importAll({ recordId: 'c', title: ['On Tides'], authors: [{ name: 'Ada Wick' }] });
  await importAll({ recordId: 'c', title: ['On Tides'], authors: [{ name: 'Ada Wick' }] });
  expect((await toldOf(owner)).filter(({ change }) => change === 'works_listed')).toMatchObject([{ by: 'source', name: 'On Tides' }]);
});
