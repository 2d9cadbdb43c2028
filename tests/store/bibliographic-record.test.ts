import { expect, test } from 'vitest';
import { runImport } from '#lib/catalog/ingest/commands/run.ts';
import { refreshStaleAuthors } from '#lib/catalog/refresh/commands/authors.ts';
import { aclAnthology } from '#lib/catalog/sources/acl-anthology/adapter.ts';
import { bibtexEntry } from '#lib/catalog/works/model/citations/bibtex.ts';
import { citationsByKey } from '#lib/catalog/works/queries/citations.ts';
import { editedVolumes } from '#lib/catalog/works/queries/edited-volumes.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import { collection, createFolder } from '../sources/input-files.ts';
import { databasePerTest } from './test-database.ts';

const database = databasePerTest();

const meta = `<editor><first>Ida</first><last>Lumen</last></editor><editor><first>Ada</first><last>Byron</last></editor>
  <address>Port Lamp</address><isbn>978-3-16-148410-0</isbn>`;
const paper = (id: number, title = 'Lamps of <fixed-case>J</fixed-case>apan') =>
  `<paper id="${id}"><title>${title}</title><author><first>Ada</first><last>Byron</last></author><pages>1–9</pages></paper>`;

async function importAnthology(papers: string): Promise<Awaited<ReturnType<typeof runImport>>> {
  const folder = createFolder({ '2021.lamps.xml': collection('2021.lamps', papers, meta) });
  const files = await folder.files('.xml');
  const run = runImport({ store: database.store, source: 'acl-anthology', input: 'test', inputs: files, events: aclAnthology(files) });
  return run.finally(folder.drop);
}

const keyOfAuthor = async (slug: string): Promise<number> => {
  const [row] = await database.store.reader.query<{ key: number }>('select key from authors where slug = ?', [], [slug]);
  return row?.key ?? 0;
};

test('editors of a volume have it on their profiles, apart from works and all counts', async () => {
  const { summary } = await importAnthology(paper(1) + paper(2, 'Wicks'));
  expect(summary).toMatchObject({ works: 2, added: 2, authors: 1, edges: 0, volumes: 1, editors: 2 });
  await refreshStaleAuthors(database.store);
  const title = 'Proceedings of the Workshop on Lamps';
  for (const slug of ['ida-lumen', 'ada-byron'])
    expect(await editedVolumes(database.store.reader, await keyOfAuthor(slug))).toMatchObject([{ title, year: 2021 }]);
  const [ida] = await database.store.reader.query('select works_count, coauthors_count from authors where slug = ?', [], ['ida-lumen']);
  expect(ida).toEqual({ works_count: 0, coauthors_count: 0 });
});

test('a paper is cited with the editors, place, ISBN and protected capitals that its volume and title have', async () => {
  await importAnthology(paper(1));
  const rows = await database.store.reader.select({ key: works.key, isVolume: works.isVolume, title: works.title }).from(works);
  const [cited] = await citationsByKey(database.store.reader, [rows.find(({ isVolume }) => !isVolume)?.key ?? 0]);
  expect(cited).toMatchObject({ volume: { title: 'Proceedings of the Workshop on Lamps' }, isbn: ['9783161484100'] });
  const entry = cited ? bibtexEntry(cited) : '';
  expect(entry).toContain('title = {Lamps of {J}apan}');
  expect(entry).toContain('editor = {Lumen, Ida and Byron, Ada}');
  expect(entry).toContain('address = {Port Lamp}');
  expect(rows.map(({ title }) => title)).toContain('Lamps of Japan');
});

test('a second import of the same files changes nothing, and one with another editor changes the volume alone', async () => {
  await importAnthology(paper(1));
  const before = await database.store.reader.select().from(works);
  expect((await importAnthology(paper(1))).summary).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
  expect(await database.store.reader.select().from(works)).toEqual(before);
});
