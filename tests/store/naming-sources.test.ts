import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { findAuthor } from '#lib/catalog/authors/queries/find.ts';
import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import { unfilteredSelection } from '#lib/catalog/works/model/list/selection.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { authorView } from '#lib/portal/pages/queries/author-record.ts';
import { sourcesOfAuthor } from '#lib/portal/pages/queries/author-sources.ts';
import { importWorks, refreshChangedRecords } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();

async function importAuthors(source: ImportedWork['source'], recordId: string, names: string[], more: Partial<ImportedWork> = {}) {
  const title = ['Error Bars for Tide Tables'];
  await importWorks(database.store, {
    source,
    recordId,
    title,
    type: 'article',
    year: 2025,
    identifiers: [{ scheme: 'doi', value: '10.5555/tide' }],
    authors: names.map((name) => ({ name })),
    ...more,
  });
  await refreshChangedRecords(database.store);
}

async function namingSourcesOf(name: string) {
  const [row] = await database.store.reader.select({ slug: authors.slug }).from(authors).where(eq(authors.name, name));
  const found = await findAuthor(database.store.reader, row?.slug ?? '');
  if (found.kind !== 'here') throw new Error(`${name} has no record.`);
  const { sources, invented } = await authorView(database.store.reader, found.author, unfilteredSelection, null);
  const said = await sourcesOfAuthor(database.store.reader, found.author);
  return {
    sources: sources.map(({ id }) => id),
    invented,
    tab: said.sources.map(({ source, works, nameVariants }) => [source.id, works, nameVariants.map(({ name: written }) => written)]),
  };
}

test('a source counts only for the people whom it names, by any form of the name', async () => {
  await importAuthors('sample', 'tide', ['Mara Lindqvist', 'Samuel Adeyemi']);
  await importAuthors('bibtex', 'g', ['S. Adeyemi'], { authorsComplete: false });
  const mara = { sources: ['sample'], invented: true, tab: [['sample', 1, ['Mara Lindqvist']]] };
  expect(await namingSourcesOf('Mara Lindqvist')).toEqual(mara);
  expect(await namingSourcesOf('Samuel Adeyemi')).toEqual({
    sources: ['bibtex', 'sample'],
    invented: false,
    tab: [
      ['bibtex', 1, ['S. Adeyemi']],
      ['sample', 1, ['Samuel Adeyemi']],
    ],
  });
});
