import { sourceLabel, untitledWork } from '#lib/catalog/sources/model.ts';
import { fullyVisibleRecordText, isNotSuppressedText } from '#lib/catalog/visibility/queries.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { Opinion, ReviewedWork, ReviewFilter, ReviewView } from '../model/opinions.ts';

interface ReviewRow {
  work_key: number;
  id: string;
  title: string | null;
  language: string | null;
  year: number | null;
  venue: string | null;
  name: string;
  source: string;
  sort_date: number;
  opinion: string | null;
  at: Date | number | null;
}

const authorshipsQuery = `select a.work_key, w.id, w.title, w.language, w.year, w.venue, a.name_as_written as name, a.source, a.sort_date, o.opinion, o.at
  from authorships a join works w on w.key = a.work_key
  left join authorship_opinions o on o.author_key = a.author_key and o.work_key = a.work_key
  where a.author_key = ? order by a.sort_date desc, a.work_key desc, a.position`;
const coauthorNamesQuery = `select b.work_key, b.name_as_written as name from authorships b join authors p on p.key = b.author_key and ${isNotSuppressedText('p')}
  where b.author_key <> ? and b.work_key in $many and coalesce(b.position, 99) <= 8 order by b.work_key, b.position`;

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
  const rows = [...new Map((await reader.query<ReviewRow>(authorshipsQuery, [], [authorKey])).map((row) => [row.work_key, row])).values()];
  const filtered = rows.filter(filterConditions[filter]);
  const [date, key] = (after ?? '').split('-').map(Number);
  const isAfter = (row: ReviewRow): boolean => row.sort_date < (date ?? 0) || (row.sort_date === date && row.work_key < (key ?? 0));
  const remaining = after && Number.isFinite(date) && Number.isFinite(key) ? filtered.filter(isAfter) : filtered;
  const page = remaining.slice(0, limit);
  const last = remaining.length > limit ? page.at(-1) : undefined;
  const keys = page.map(({ work_key }) => work_key);
  const namesByWork = Map.groupBy(
    await reader.query<{ work_key: number; name: string }>(coauthorNamesQuery, keys, [authorKey]),
    ({ work_key }) => work_key,
  );
  return {
    works: page.map((row) =>
      toReviewedWork(
        row,
        (namesByWork.get(row.work_key) ?? []).map(({ name }) => name),
      ),
    ),
    filter,
    next: last ? `${last.sort_date}-${last.work_key}` : null,
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
  statedAt: at === null ? null : new Date(at),
});

/** Returns the visible people who have confirmed that a work is theirs. */
export async function confirmersOf(reader: Reader, workId: string): Promise<{ name: string; slug: string; at: Date }[]> {
  const rows = await reader.query<{ name: string; slug: string; at: Date | number }>(
    `select distinct p.name, p.slug, o.at, p.sort_name from works w join authorships a on a.work_key = w.key and a.state = 'confirmed'
     join authorship_opinions o on o.author_key = a.author_key and o.work_key = w.key and o.opinion = 'mine'
     join authors p on p.key = o.author_key and ${fullyVisibleRecordText('p')} and p.owner_id = o.account_id
     where w.id = ? order by p.sort_name limit 100`,
    [],
    [workId],
  );
  return rows.map(({ name, slug, at }) => ({ name, slug, at: new Date(at) }));
}

/** Returns when the owner of a record confirmed some of its works, by work key. */
export async function confirmationDatesOf(reader: Reader, authorKey: number, workKeys: readonly number[]): Promise<Map<number, Date>> {
  if (workKeys.length === 0) return new Map();
  const rows = await reader.query<{ work_key: number; at: Date | number }>(
    "select work_key, at from authorship_opinions where author_key = ? and opinion = 'mine' and work_key in $many",
    workKeys,
    [authorKey],
  );
  return new Map(rows.map(({ work_key, at }) => [work_key, new Date(at)]));
}
