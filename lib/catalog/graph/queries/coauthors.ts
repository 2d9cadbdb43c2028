import { and, asc, countDistinct, desc, eq, gt, ne } from 'drizzle-orm';
import type { CollaboratorView } from '#lib/catalog/authors/model/author.ts';
import { isHidden } from '#lib/catalog/statements/model/statement.ts';
import { fullyVisibleRecordText, listedRecord } from '#lib/catalog/visibility/queries.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type CoauthorPage, maxAuthorsForEdges } from '../model/coauthors.ts';

interface CoauthorRow {
  key: number;
  slug: string;
  name: string;
  sort_name: string;
  kind: string;
  works: number;
  first_year: number | null;
  last_year: number | null;
}

const columns = 'a.key, a.slug, a.name, a.sort_name, a.kind, e.works, e.first_year, e.last_year';
const isShownText = fullyVisibleRecordText('a');

/**
 * Returns all visible co-authors of an author, by number of shared works or by name. Reads only this author's edges, so the cost does not
 * depend on the number of records. A work with very many authors creates no edges (`maxAuthorsForEdges`).
 * @param after the cursor of the previous page (`next`). It names the last person shown, because a numeric offset would drift.
 */
export async function coauthorsOf(
  reader: Reader,
  authorKey: number,
  { by, after, limit }: { by: 'works' | 'name'; after: string | undefined; limit: number },
): Promise<CoauthorPage> {
  const edges = `select ${columns} from coauthor_edges e join authors a on a.key = e.coauthor_key where e.author_key = ? and ${isShownText}
    union all select ${columns} from coauthor_edges e join authors a on a.key = e.author_key where e.coauthor_key = ? and ${isShownText}`;
  const rows = await reader.query<CoauthorRow>(edges, [], [authorKey, authorKey]);
  const people = rows.filter(({ kind }) => kind === 'person').sort(by === 'name' ? byName : byWorks);
  const start = startIndexAfter(people, by, after);
  const page = people.slice(start, start + limit);
  const last = start + limit < people.length ? page.at(-1) : undefined;
  return {
    people: page.map(toCollaboratorView),
    organisations: after
      ? []
      : rows
          .filter(({ kind }) => kind === 'organisation')
          .sort(byWorks)
          .slice(0, limit)
          .map(toCollaboratorView),
    total: people.length,
    omittedWorks: await countOmitted(reader, authorKey),
    next: last ? `${last.works}~${last.key}` : null,
  };
}

async function countOmitted(reader: Reader, authorKey: number): Promise<number> {
  const [row] = await reader
    .select({ works: countDistinct(authorships.workKey) })
    .from(authorships)
    .innerJoin(works, eq(works.key, authorships.workKey))
    .where(and(eq(authorships.authorKey, authorKey), ne(authorships.state, 'not_mine'), gt(works.authorsCount, maxAuthorsForEdges)));
  return row?.works ?? 0;
}

const byName = (a: CoauthorRow, b: CoauthorRow): number => (a.sort_name < b.sort_name ? -1 : a.sort_name > b.sort_name ? 1 : a.key - b.key);
const byWorks = (a: CoauthorRow, b: CoauthorRow): number => b.works - a.works || byName(a, b);

/** Returns the index at which the list continues: after the last person shown or, if that edge no longer exists, at its former position. */
function startIndexAfter(people: readonly CoauthorRow[], by: 'works' | 'name', after: string | undefined): number {
  const [, works, key] = /^(\d{1,9})~(\d{1,15})$/.exec(after ?? '') ?? [];
  if (!works || !key) return 0;
  const index = people.findIndex((each) => each.key === Number(key));
  if (index >= 0) return index + 1;
  const nextIndex = by === 'works' ? people.findIndex((each) => each.works < Number(works)) : -1;
  return Math.max(nextIndex, 0);
}

const toCollaboratorView = ({ slug, name, works, first_year, last_year }: CoauthorRow): CollaboratorView => ({
  slug,
  name,
  works,
  firstYear: first_year,
  lastYear: last_year,
});

/** Returns some people with many works who do not hide their co-authors, by name. */
export async function exampleGraphCentres(reader: Reader, limit: number): Promise<{ slug: string; name: string; coauthors: number }[]> {
  const rows = await reader
    .select({ slug: authors.slug, name: authors.name, privacy: authors.privacy, coauthors: authors.coauthorsCount })
    .from(authors)
    .where(and(listedRecord(), eq(authors.kind, 'person'), gt(authors.coauthorsCount, 1)))
    .orderBy(desc(authors.worksCount), asc(authors.sortName), asc(authors.key))
    .limit(limit * 4);
  const shown = rows.filter(({ privacy }) => !isHidden(privacy, 'coauthors')).slice(0, limit);
  return shown.map(({ slug, name, coauthors }) => ({ slug, name, coauthors })).sort((a, b) => a.name.localeCompare(b.name));
}
