import { expect, test } from 'vitest';
import { runImport } from '#lib/catalog/ingest/commands/run.ts';
import { selectProblems } from '#lib/catalog/ingest/queries.ts';
import { bibtex } from '#lib/catalog/sources/bibtex/adapter.ts';
import { openalex } from '#lib/catalog/sources/openalex.ts';
import { createFolder } from '../sources/input-files.ts';
import { databasePerTest } from './test-database.ts';

const database = databasePerTest();

const importFiles = async (contents: Record<string, string>) => {
  const folder = createFolder(contents);
  const isBibtex = Object.keys(contents).some((name) => name.endsWith('.bib'));
  const files = await folder.files(isBibtex ? '.bib' : '.jsonl');
  const events = isBibtex ? bibtex(files) : openalex(files);
  return runImport({ store: database.store, source: isBibtex ? 'bibtex' : 'openalex', input: 'test', events }).finally(folder.drop);
};
const titles = async (): Promise<(string | null)[]> =>
  (await database.store.reader.query<{ title: string | null }>('select title from works order by key', [])).map(({ title }) => title);
const entry = (more: string, key = 'l1') =>
  `@article{${key}, title={On the first unnamed lamp of the quay}, author={Roe, Jane}, year={2001}, ${more}}`;

test('an entry is one work in two files, in a renamed file, under another key, and with another venue', async () => {
  await importFiles({ 'group.bib': entry('journal={J. Lamps}'), 'own.bib': entry('journal={J. Lamps}', 'l2') });
  expect(await titles()).toHaveLength(1);
  const renamed = await importFiles({ 'other.bib': entry('journal={J. Lamps}', 'l3') });
  expect([renamed.summary.added, renamed.summary.unchanged]).toEqual([0, 1]);
  const venue = await importFiles({ 'other.bib': entry('journal={Journal of Lamps}') });
  expect([venue.summary.added, venue.summary.changed]).toEqual([0, 1]);
  expect(await titles()).toHaveLength(1);
});

test('two versions in one file stay two works, run after run', async () => {
  const file = { 'a.bib': `${entry('journal={J. Lamps}')}\n${entry('journal={Lamps Weekly}')}` };
  await importFiles(file);
  const again = await importFiles(file);
  expect([again.summary.unchanged, (await titles()).length]).toEqual([2, 2]);
});

test('an entry that got another venue may be in a later file beside its former state', async () => {
  const [former, present] = [entry('journal={J. Lamps}'), entry('journal={Lamps Weekly}')];
  await importFiles({ 'a.bib': former });
  await importFiles({ 'a.bib': present });
  const both = await importFiles({ 'a.bib': `${former}\n${present}` });
  expect([both.summary.added, both.summary.unchanged, (await titles()).length]).toEqual([1, 1, 2]);
  const again = await importFiles({ 'a.bib': `${former}\n${present}` });
  expect(again.summary.unchanged).toBe(2);
});

test('chapters with the DOI of their book are works of their own, also beside the book', async () => {
  const chapter = (title: string) =>
    `@incollection{c, title={${title}}, author={Roe, Jane}, doi={10.5555/harbour}, booktitle={Harbour Lights}, year={2006}}`;
  await importFiles({
    'a.bib': `${chapter('Lanterns in the first chapter')}\n${chapter('Beacons in the second chapter')}\n@book{b, title={Harbour Lights}, editor={Fable, Ann}, doi={10.5555/harbour}}`,
  });
  expect((await titles()).sort()).toEqual(['Beacons in the second chapter', 'Harbour Lights', 'Lanterns in the first chapter']);
});

test('an older state of a record of OpenAlex changes nothing', async () => {
  const work = (updated: string, more: object) =>
    JSON.stringify({ id: 'https://openalex.org/W1', title: 'On the lamps of a quay', type: 'article', updated_date: updated, ...more });
  await importFiles({ 'new.jsonl': work('2024-05-02T01:02:03.4', { is_retracted: true }) });
  const older = await importFiles({ 'old.jsonl': work('2023-01-01', { is_retracted: false }) });
  expect([older.summary.changed, older.summary.unchanged]).toEqual([0, 1]);
  const rows = await database.store.reader.query<{ retracted: unknown }>('select retracted from works', []);
  expect(rows.map(({ retracted }) => Boolean(retracted))).toEqual([true]);
});

test('problems are counted by kind, stored with file and line, and replaced by those of the next state', async () => {
  const { summary } = await importFiles({ 'a.bib': `\n\n${entry('month={sometime}, isbn={978-3-16-148410-1}, lampcolour={red}')}` });
  expect(Object.values(summary.problems).reduce((sum, count) => sum + count, 0)).toBe(3);
  const stored = () => Array.fromAsync(selectProblems(database.store.reader, 'bibtex'));
  expect((await stored()).map(({ place, field, given }) => [place, field, given]).sort()).toEqual([
    ['a.bib, line 3', 'date', 'sometime'],
    ['a.bib, line 3', 'isbn', '978-3-16-148410-1'],
    ['a.bib, line 3', 'lampcolour', 'red'],
  ]);
  await importFiles({ 'a.bib': entry('month={may}') });
  expect(await stored()).toEqual([]);
});

test('stand-ins have no profile, and link nobody', async () => {
  await importFiles({
    'a.bib': [
      '@article{a, title={Cold lamps of the outer mole}, author={Fable, Ann and et al.}}',
      '@article{b, title={Warm lamps of the inner mole}, author={Roe, Jane and et al.}}',
      '@book{c, title={A pamphlet upon the tides}, author={Anonymous}}',
      '@book{d, title={A letter on the harbour}, author={{Anon.}}}',
    ].join('\n'),
  });
  const rows = await database.store.reader.query<{ name: string }>('select name from authors order by name', []);
  expect(rows.map(({ name }) => name)).toEqual(['Ann Fable', 'Jane Roe']);
  expect(await database.store.reader.query('select * from coauthor_edges', [])).toEqual([]);
});
