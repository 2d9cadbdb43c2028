import { beforeAll, describe, expect, test } from 'vitest';
import { setIndicatorsHidden } from '#lib/catalog/ownership/commands/edit-record.ts';
import { mintOwner } from '#lib/catalog/ownership/model.ts';
import { fileReport, withdrawReport } from '#lib/governance/reports/commands/file-report.ts';
import type { ReportInput } from '#lib/governance/reports/model/report.ts';
import { reportsOf } from '#lib/governance/reports/queries.ts';
import type { Sender } from '#lib/platform/auth/transact-as.ts';
import { reports } from '#lib/platform/db/schema/reports.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import { type AuthorRecord, assignRecord, createAccount, createRecord, createWork, getRecord, runJobs } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();
let ada: AuthorRecord;
let hidden: AuthorRecord;

beforeAll(async () => {
  ada = await createRecord(database.store, 'Ada Byron');
  hidden = await createRecord(database.store, 'Hidden Person', { visibility: 'suppressed' });
  await createWork(database.store, 'Notes on the engine', [{ ...ada, name: 'Ada Byron' }]);
});

const anonymousSender: Sender = { actor: null, network: '192.0.2.0/24' };
const reportInput = (more: Partial<ReportInput>): ReportInput => ({
  subject: 'author',
  subjectId: ada.id,
  kind: 'not_same_person',
  reason: 'some_works',
  works: 'Notes on the engine',
  ...more,
});
const fileAs = (reporter: Sender, input: ReportInput) => database.store.transact((tx) => fileReport(tx, reporter, input));

describe('a report', () => {
  test('waits in the queue without a public mark; a reader with an account can withdraw it', async () => {
    const { store } = database;
    const flags = async () => (await getRecord(store, ada.id)).flags.map(({ rule }) => rule);
    expect((await fileAs(anonymousSender, reportInput({}))).ok).toBe(true);
    await runJobs(store);
    expect(await flags()).toEqual([]);
    const mara = await createAccount(store, 'Mara');
    const filed = await fileAs({ ...anonymousSender, actor: mara }, reportInput({}));
    await runJobs(store);
    expect(await flags()).toEqual([]);
    const [own] = await reportsOf(store.reader, mara);
    expect(own).toMatchObject({ kind: 'not_same_person', state: 'open', subject: { name: 'Ada Byron' } });
    const other = await createAccount(store, 'Tomas');
    expect(await reportsOf(store.reader, other)).toEqual([]);
    const reportId = filed.ok ? filed.value.reportId : '';
    const take = (actor: typeof mara) => store.transact((tx) => withdrawReport(tx, actor, { reportId }));
    expect(await take(other)).toEqual({ ok: false, code: 'unknown_report' });
    expect((await take(mara)).ok).toBe(true);
    expect(await take(mara)).toEqual({ ok: false, code: 'unknown_report' });
    await runJobs(store);
    expect(await flags()).toEqual([]);
  });

  test('sent twice concurrently is stored once', async () => {
    const mara = await createAccount(database.store, 'Mara');
    const input = reportInput({ kind: 'wrong_fact', reason: 'affiliation', right: 'None is stated' });
    const all = await Promise.all(Array.from({ length: 5 }, () => fileAs({ ...anonymousSender, actor: mara }, input)));
    expect(all.filter(({ ok }) => ok).length).toBe(1);
    expect(all.flatMap((each) => (each.ok ? [] : each.code))).toEqual(Array(4).fill('already_reported'));
  });

  test('of a hidden record is answered as for an unknown one; of two records that are one it is rejected', async () => {
    const { store } = database;
    for (const subjectId of [hidden.id, 'nobodyatall0'])
      expect(await fileAs(anonymousSender, reportInput({ subjectId }))).toMatchObject({
        ok: true,
        value: { path: `/claim/${subjectId}`, isShown: false },
      });
    const merge = reportInput({ kind: 'merge_with', reason: 'same' });
    expect(await fileAs(anonymousSender, { ...merge, other: hidden.slug })).toEqual({ ok: false, code: 'unknown_other' });
    expect(await fileAs(anonymousSender, { ...merge, other: `http://localhost:3000/authors/${ada.slug}?order=x` })).toEqual({
      ok: false,
      code: 'same_subject',
    });
    const [work] = await store.reader.select({ id: works.id }).from(works);
    const fact = reportInput({ subject: 'work', subjectId: work?.id ?? '', kind: 'wrong_fact', reason: 'date', right: '1843' });
    expect((await fileAs(anonymousSender, fact)).ok).toBe(true);
  });

  test('is limited for a network without an account, and stores nothing beyond the limit', async () => {
    const network = '198.51.100.0/24';
    const outcomes = [];
    for (let at = 0; at < 12; at += 1) outcomes.push(await fileAs({ actor: null, network }, reportInput({ note: `${at}` })));
    expect(outcomes.filter(({ ok }) => ok).length).toBe(10);
    expect(outcomes.at(-1)).toEqual({ ok: false, code: 'too_many_reports' });
  });

  test('is limited for all networks together on one work or profile', async () => {
    const [work] = await database.store.reader.select({ id: works.id }).from(works);
    const fact = reportInput({ subject: 'work', subjectId: work?.id ?? '', kind: 'wrong_fact', reason: 'date', right: '1844' });
    const outcomes = [];
    for (let at = 0; at < 32; at += 1)
      outcomes.push(await fileAs({ actor: null, network: `203.0.${at}.0/24` }, { ...fact, note: `${at}` }));
    expect(outcomes.map(({ ok }) => ok).lastIndexOf(true)).toBeLessThan(30);
    expect(outcomes.filter(({ ok }) => ok).length).toBeGreaterThan(28);
    expect(outcomes.at(-1)).toEqual({ ok: false, code: 'too_many_reports' });
  });

  test('stores its text, and no network address', async () => {
    const rows = await database.store.reader.select().from(reports);
    expect(JSON.stringify(rows)).not.toContain('192.0.2');
    expect(rows.map(({ facts }) => facts)).toContainEqual(expect.objectContaining({ right: '1843' }));
  });
});

test('only an owner hides the indicators of their record', async () => {
  const { store } = database;
  const [mara, tomas] = [await createAccount(store, 'Mara'), await createAccount(store, 'Tomas')];
  await assignRecord(store, mara, ada);
  const hide = (accountId: string) => store.transact((tx) => setIndicatorsHidden(tx, mintOwner(accountId, ada.id), { hidden: true }));
  expect(await hide(tomas.accountId)).toEqual({ ok: false, code: 'not_your_record' });
  expect((await getRecord(store, ada.id)).indicatorsHidden).toBe(false);
  expect(await hide(mara.accountId)).toEqual({ ok: true, value: undefined });
  expect((await getRecord(store, ada.id)).indicatorsHidden).toBe(true);
});
