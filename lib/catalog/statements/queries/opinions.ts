import { and, asc, desc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { sourceLabel, untitledWork } from '#lib/catalog/sources/model.ts';
import { fullyVisibleRecord, notSuppressed } from '#lib/catalog/visibility/queries.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { authorshipOpinions } from '#lib/platform/db/schema/identity.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Reader, RowsOf } from '#lib/platform/db/store.ts';
import type { Opinion, ReviewedWork, ReviewFilter, ReviewView } from '../model/opinions.ts';
import { workKeyOf } from './works.ts';

const ofAuthor = sql.placeholder('authorKey');

const selectAuthorships = (reader: Reader) =>
  reader
    .select({
      ...columnsOf(works, 'id', 'title', 'language', 'year', 'venue'),
      ...columnsOf(authorships, 'workKey', 'source', 'sortDate'),
      ...{ name: authorships.nameAsWritten, opinion: authorshipOpinions.opinion, at: authorshipOpinions.at },
    })
    .from(authorships)
    .innerJoin(works, eq(works.key, authorships.workKey))
    .leftJoin(
      authorshipOpinions,
      and(eq(authorshipOpinions.authorKey, authorships.authorKey), eq(authorshipOpinions.workKey, authorships.workKey)),
    )
    .where(eq(authorships.authorKey, ofAuthor))
    .orderBy(desc(authorships.sortDate), desc(authorships.workKey), asc(authorships.position))
    .prepare();
type ReviewRow = RowsOf<ReturnType<typeof selectAuthorships>>[number];

const maxPosition = 8;

const selectCoauthorNames = (reader: Reader) =>
  reader
    .select({ workKey: authorships.workKey, name: authorships.nameAsWritten })
    .from(authorships)
    .innerJoin(authors, and(eq(authors.key, authorships.authorKey), notSuppressed()))
    .where(
      and(
        ne(authorships.authorKey, ofAuthor),
        isInList(authorships.workKey, 'works'),
        sql`coalesce(${authorships.position}, 99) <= ${sql.raw(`${maxPosition}`)}`,
      ),
    )
    .orderBy(asc(authorships.workKey), asc(authorships.position))
    .prepare();

const maxNamesPerWork = 5;

const filterConditions: Record<ReviewFilter, (row: ReviewRow) => boolean> = {
  unsaid: ({ opinion }) => opinion === null,
  all: () => true,
  not_mine: ({ opinion }) => opinion === 'not_mine',
};

/** Returns a page of a record's works for its owner, with the owner's opinion on each. */
export async function reviewPageOf(
  reader: Reader,
  authorKey: number,
  { filter, after, limit }: { filter: ReviewFilter; after: string | null; limit: number },
): Promise<ReviewView> {
  const rows = [...new Map((await reader.prepared(selectAuthorships, { authorKey })).map((row) => [row.workKey, row])).values()];
  const filtered = rows.filter(filterConditions[filter]);
  const [date, key] = (after ?? '').split('-').map(Number);
  const isAfter = (row: ReviewRow): boolean => row.sortDate < (date ?? 0) || (row.sortDate === date && row.workKey < (key ?? 0));
  const remaining = after && Number.isFinite(date) && Number.isFinite(key) ? filtered.filter(isAfter) : filtered;
  const page = remaining.slice(0, limit);
  const last = remaining.length > limit ? page.at(-1) : undefined;
  const listed = encodeList(page.map(({ workKey }) => workKey));
  const namesByWork = Map.groupBy(await reader.prepared(selectCoauthorNames, { authorKey, works: listed }), ({ workKey }) => workKey);
  return {
    works: page.map((row) =>
      toReviewedWork(
        row,
        (namesByWork.get(row.workKey) ?? []).map(({ name }) => name),
      ),
    ),
    filter,
    next: last ? `${last.sortDate}-${last.workKey}` : null,
    counts: { all: rows.length, opinions: rows.filter(({ opinion }) => opinion !== null).length },
  };
}

const toReviewedWork = ({ id, title, language, year, venue, name, source, opinion, at }: ReviewRow, coauthors: string[]): ReviewedWork => ({
  ...{ id, language, year, venue },
  title: title ?? untitledWork,
  nameAsWritten: name,
  source: sourceLabel(source).name,
  coauthors: coauthors.slice(0, maxNamesPerWork),
  moreCoauthors: Math.max(0, coauthors.length - maxNamesPerWork),
  opinion: opinion as Opinion | null,
  statedAt: at,
});

/** Returns the visible people who have confirmed that a work is theirs. */
export async function confirmersOf(reader: Reader, workId: string): Promise<{ name: string; slug: string; at: Date }[]> {
  const workKey = await workKeyOf(reader, workId);
  const { authorKey, accountId, at, opinion } = authorshipOpinions;
  const isConfirmed = and(eq(authorships.workKey, workKey ?? 0), eq(authorships.state, 'confirmed'));
  const isMine = and(eq(authorshipOpinions.workKey, workKey ?? 0), eq(opinion, 'mine'));
  const opinions = await reader
    .selectDistinct({ authorKey, accountId, at })
    .from(authorshipOpinions)
    .innerJoin(authorships, and(eq(authorships.authorKey, authorKey), isConfirmed))
    .where(isMine);
  if (opinions.length === 0) return [];
  const isAuthor = inArray(
    authors.key,
    opinions.map((each) => each.authorKey),
  );
  const people = await reader
    .select(columnsOf(authors, 'key', 'name', 'slug', 'ownerId'))
    .from(authors)
    .where(and(isAuthor, fullyVisibleRecord(), isNotNull(authors.ownerId)))
    .orderBy(asc(authors.sortName), asc(authors.key));
  const confirmers = people.flatMap(({ key, name, slug, ownerId }) =>
    opinions.flatMap((each) => (each.authorKey === key && each.accountId === ownerId ? [{ name, slug, at: each.at }] : [])),
  );
  return confirmers.slice(0, maxConfirmers);
}

const maxConfirmers = 100;

/** Returns when the owner of a record confirmed some of its works, by work key. */
export async function confirmationDatesOf(reader: Reader, authorKey: number, workKeys: readonly number[]): Promise<Map<number, Date>> {
  if (workKeys.length === 0) return new Map();
  const { workKey, at, opinion } = authorshipOpinions;
  const isConfirmed = and(eq(authorshipOpinions.authorKey, authorKey), eq(opinion, 'mine'), inArray(workKey, [...workKeys]));
  const rows = await reader.select({ workKey, at }).from(authorshipOpinions).where(isConfirmed);
  return new Map(rows.map((row) => [row.workKey, row.at]));
}
