import { type AuthorCardRow, authorLetters, authorList, type DirectoryRange, toAuthorCard } from '#lib/catalog/authors/queries/lists.ts';
import { headingOf, listedNameOf } from '#lib/catalog/bibliography/listed-names.ts';
import { mainTopicsOf } from '#lib/catalog/contexts/queries/authors.ts';
import { keysOf } from '#lib/platform/db/rows.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { readableTitle } from '#lib/platform/text/latex/readable.ts';
import { recentWorks } from '#lib/portal/search/queries/people.ts';
import { type Directory, type DirectoryEntry, letterLinksOf } from '../model/directory.ts';

/** Returns people and organisations by family name, from a cursor or a first letter, with facts that distinguish namesakes. */
export async function directoryPage(reader: Reader, range: DirectoryRange, limit: number): Promise<Directory> {
  const { rows, next } = await authorList(reader, range, limit);
  const rowsByName = Map.groupBy(rows, ({ listName }) => listName);
  const hasNamesake = (row: AuthorCardRow): boolean => (rowsByName.get(row.listName)?.length ?? 0) > 1;
  const topics = await mainTopicsOf(reader, keysOf(rows));
  const works = await recentWorks(reader, keysOf(rows.filter((row) => hasNamesake(row) || !(row.affiliation || topics.has(row.key)))), 1);
  const entries = rows.map((row): DirectoryEntry => {
    const [work] = works.get(row.key) ?? [];
    const title = work ? [work.title && readableTitle(work.title), work.year].filter(Boolean).join(', ') : null;
    const affiliationOrTopic = row.affiliation?.name ?? topics.get(row.key) ?? null;
    const about = hasNamesake(row) ? (row.affiliation?.name ?? title ?? affiliationOrTopic) : (affiliationOrTopic ?? title);
    return {
      card: toAuthorCard(row),
      listedName: listedNameIn(row),
      heading: headingOf(row.listName),
      about,
      hasNamesake: hasNamesake(row),
    };
  });
  const entriesOfKind = (kind: string) => entries.filter(({ card }) => card.kind === kind);
  return { people: entriesOfKind('person'), organisations: entriesOfKind('organisation'), next, ...(await directoryCounts(reader, range)) };
}

async function directoryCounts(reader: Reader, range: DirectoryRange): Promise<Pick<Directory, 'counts' | 'letters'>> {
  const counts = { people: 0, organisations: 0 };
  const entries: [letter: string, count: number][] = [];
  for (const { kind, letter, count } of await authorLetters(reader, range)) {
    counts[kind === 'organisation' ? 'organisations' : 'people'] += count;
    entries.push([letter, count]);
  }
  return { counts, letters: letterLinksOf(entries) };
}

const listedNameIn = ({ name, family, kind }: AuthorCardRow): string =>
  listedNameOf({ name, ...(family && { family }), organisation: kind === 'organisation' });
