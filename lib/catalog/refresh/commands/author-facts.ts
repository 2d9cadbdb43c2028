import { type IdentityFlag, identityFlags, type SignedWork } from '#lib/catalog/authors/model/identity-flags.ts';
import { maxAuthorsForEdges } from '#lib/catalog/graph/model/coauthors.ts';
import { type ImportedAuthor, importedAuthor, importedWork, type SourceId } from '#lib/catalog/sources/model.ts';
import { type NamingQuestion, namingsOf } from '#lib/catalog/works/queries/naming.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import { hanKey, type NativeWriting } from '#lib/platform/names/han-names.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';

/** One work of an author, with the data that counters and rules need. */
export interface AuthorWork {
  author_key: number;
  work_key: number;
  work_id: string;
  name_as_written: string;
  affiliation: string | null;
  affiliation_source: string;
  source: string;
  title: string | null;
  year: number | null;
  category: string | null;
  sources: SourceId[];
  identified: boolean;
  /** Number of names in the author list. */
  authors_count: number;
  authors_complete: boolean;
}

/** A source's page of the author. */
interface AuthorPage {
  recordKey: number;
  page: ImportedAuthor;
}

/** All data from which the figures of a record are computed. */
export interface AuthorFacts {
  /** One entry per work, oldest first. */
  works: AuthorWork[];
  coauthors: number;
  closeCollaborators: number;
  pages: AuthorPage[];
  /** The sources of the works that name the author, sorted. Summaries by this instance name nobody. */
  sources: SourceId[];
  flags: IdentityFlag[];
  /** True if the owner has stated an opinion on every work. */
  reviewedEveryWork: boolean;
}

type Raw = Omit<AuthorWork, 'sources' | 'identified' | 'authors_complete'> & {
  sources: unknown;
  identified: unknown;
  authors_complete: unknown;
};
const parsed = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : value);

type Stating = Pick<AuthorFacts, 'works' | 'pages'>;

/** Returns the statement of a record's affiliation: its newest work with one; otherwise a source's page. */
export const affiliationIn = ({ works, pages }: Stating): { work: AuthorWork | undefined; page: ImportedAuthor | undefined } => {
  const work = works.findLast((each) => each.affiliation);
  return { work, page: work ? undefined : pages.find((each) => each.page.affiliation)?.page };
};

/** Returns the affiliation that the sources of a record state, or null. */
export async function sourcedAffiliation(reader: Reader, key: number): Promise<string | null> {
  const [works, pages] = [await worksOf(reader, [key]), await pagesOf(reader, [key])];
  const { work, page } = affiliationIn({ works: works.get(key) ?? [], pages: pages.get(key) ?? [] });
  return work?.affiliation ?? page?.affiliation ?? null;
}

/** Returns the facts of some authors, with a fixed number of set-based queries. */
export async function factsOf(tx: Writer, keys: readonly number[]): Promise<Map<number, AuthorFacts>> {
  const works = await worksOf(tx, keys);
  const [coauthors, close] = await edgeCounts(tx, keys);
  const pages = await pagesOf(tx, keys);
  const sources = await namingSources(tx, works, pages);
  const flags = await flagsOf(tx, keys, works);
  const reviewed = await reviewedAmong(tx, keys);
  return new Map(
    keys.map((key) => [
      key,
      {
        works: works.get(key) ?? [],
        coauthors: coauthors.get(key) ?? 0,
        closeCollaborators: close.get(key) ?? 0,
        pages: pages.get(key) ?? [],
        sources: sources.get(key) ?? [],
        flags: flags.get(key) ?? [],
        reviewedEveryWork: reviewed.has(key),
      },
    ]),
  );
}

/**
 * Returns the sources that name each author: the sources of authorships, and those with a page of the author. The records of other sources
 * are read, because their author lists may be shorter. Author lists too long for edges are not read; their sources count as naming
 * everybody.
 */
async function namingSources(
  tx: Reader,
  works: ReadonlyMap<number, AuthorWork[]>,
  pages: ReadonlyMap<number, AuthorPage[]>,
): Promise<Map<number, SourceId[]>> {
  const naming = new Map<number, Set<string>>();
  const questions: NamingQuestion[] = [];
  for (const [authorKey, mine] of works) {
    const long = mine.filter((work) => work.authors_count > maxAuthorsForEdges).flatMap(({ sources }) => sources);
    const known = new Set<string>([
      ...mine.map(({ source }) => source),
      ...(pages.get(authorKey) ?? []).map(({ page }) => page.source),
      ...long,
    ]);
    naming.set(authorKey, known);
    for (const { work_key: workKey, sources } of mine)
      for (const source of sources) if (source !== 'peergraph' && !known.has(source)) questions.push({ authorKey, workKey, source });
  }
  const nameVariants = new Map<number, Set<string>>();
  const nameVariantsOf = (key: number): Set<string> => {
    const mine = nameVariants.get(key) ?? new Set((works.get(key) ?? []).map((work) => work.name_as_written));
    nameVariants.set(key, mine);
    return mine;
  };
  for (const { authorKey, source } of await namingsOf(tx, questions, nameVariantsOf)) naming.get(authorKey)?.add(source);
  return new Map(
    [...works].map(([key, mine]) => {
      const all = [...new Set(mine.flatMap(({ sources }) => sources))];
      return [key, all.filter((source) => source !== 'peergraph' && naming.get(key)?.has(source)).sort()];
    }),
  );
}

/** Upper bound on co-authors per batch: a thousand people with long author lists have millions. */
const coauthorsAtOnce = 100_000;

async function flagsOf(
  tx: Writer,
  keys: readonly number[],
  works: ReadonlyMap<number, AuthorWork[]>,
): Promise<Map<number, IdentityFlag[]>> {
  const iDs = await personIdsOf(tx, keys);
  const reported = await reportedAmong(tx, keys);
  const natives = await nativeWritings(tx, keys);
  const flags = new Map<number, IdentityFlag[]>();
  let some: number[] = [];
  let size = 0;
  const finish = async (): Promise<void> => {
    const many = some.filter((key) => (works.get(key)?.length ?? 0) >= 6);
    const circles = await circlesOf(tx, many);
    for (const key of some) {
      // Statements by the owner alone neither raise nor resolve a flag.
      const sourced = (works.get(key) ?? []).filter(({ source }) => source !== 'owner');
      const own = sourced.map(signedIn(circles));
      flags.set(key, identityFlags(own, iDs.get(key) ?? [], reported.get(key) ?? null, natives.get(key)));
    }
    some = [];
    size = 0;
  };
  for (const key of keys) {
    some.push(key);
    for (const work of works.get(key) ?? []) if (saysCircle(work)) size += work.authors_count;
    if (size >= coauthorsAtOnce) await finish();
  }
  await finish();
  return flags;
}

/** True if the author list is complete and short enough to show with whom a person works. */
const saysCircle = ({ authors_complete, authors_count }: AuthorWork): boolean => authors_complete && authors_count <= maxAuthorsForEdges;

const signedIn =
  (circles: ReadonlyMap<string, number[]>) =>
  (work: AuthorWork): SignedWork => ({
    ...work,
    coauthors: saysCircle(work) ? (circles.get(`${work.author_key} ${work.work_key}`) ?? []) : null,
  });

async function worksOf(tx: Reader, keys: readonly number[]): Promise<Map<number, AuthorWork[]>> {
  const rows = await tx.query<Raw>(
    `select a.author_key, a.work_key, w.id as work_id, a.name_as_written, a.affiliation, coalesce(a.affiliation_source, a.source) as affiliation_source, a.source, w.title, w.year, w.category, w.sources, w.authors_count, w.authors_complete,
       (w.doi is not null or exists (select 1 from work_identifiers i where i.work_key = w.key and i.scheme = 'arxiv')) as identified
     from authorships a join works w on w.key = a.work_key
     where a.author_key in $many and a.state <> 'not_mine' order by a.author_key, a.sort_date, a.work_key, a.position`,
    keys,
  );
  const found = new Map<number, AuthorWork[]>();
  const known = new Map<unknown, SourceId[]>();
  for (const row of rows) {
    const mine = found.get(row.author_key) ?? [];
    found.set(row.author_key, mine);
    if (mine.at(-1)?.work_key === row.work_key) continue;
    const names = known.get(row.sources) ?? (parsed(row.sources) as SourceId[]);
    known.set(row.sources, names);
    mine.push({ ...row, sources: names, identified: Boolean(row.identified), authors_complete: Boolean(row.authors_complete) });
  }
  return found;
}

interface Sums {
  key: number;
  all_works: number | string;
  close_works: number | string;
}

/** Counts the co-authors, and those with at least two shared works. Each edge is stored once, so both ends are read. */
async function edgeCounts(tx: Writer, keys: readonly number[]): Promise<[Map<number, number>, Map<number, number>]> {
  const all = new Map<number, number>();
  const close = new Map<number, number>();
  for (const end of ['author_key', 'coauthor_key']) {
    const text = `select ${end} as key, count(*) as all_works, sum(case when works >= 2 then 1 else 0 end) as close_works
      from coauthor_edges where ${end} in $many group by ${end}`;
    for (const { key, all_works, close_works } of await tx.query<Sums>(text, keys)) {
      all.set(key, (all.get(key) ?? 0) + Number(all_works));
      close.set(key, (close.get(key) ?? 0) + Number(close_works));
    }
  }
  return [all, close];
}

async function pagesOf(tx: Reader, keys: readonly number[]): Promise<Map<number, AuthorPage[]>> {
  const rows = await tx.query<{ author_key: number; key: number; payload: unknown }>(
    `select s.author_key, r.key, r.payload from author_sources s join source_records r on r.key = s.record_key
     where s.author_key in $many and s.record_key is not null order by r.source, r.record_id`,
    keys,
  );
  const pages = rows.map(({ author_key, key, payload }) => ({ author_key, recordKey: key, page: importedAuthor.parse(parsed(payload)) }));
  return Map.groupBy(pages, ({ author_key }) => author_key);
}

async function personIdsOf(tx: Writer, keys: readonly number[]): Promise<Map<number, string[]>> {
  const text = "select author_key, record_id from author_sources where source = 'orcid' and author_key in $many";
  const found = new Map<number, string[]>();
  for (const { author_key, record_id } of await tx.query<{ author_key: number; record_id: string }>(text, keys)) {
    found.set(author_key, [...(found.get(author_key) ?? []), record_id]);
  }
  return found;
}

// A record created by a split also has the names of the record from which its works came.
const namesKnown = [
  'select author_key, name from author_names where author_key in $many',
  `select made.key as author_key, n.name from authors made join identity_changes c on c.other_id = made.id and c.kind = 'split'
   join authors whole on whole.id = c.author_id join author_names n on n.author_key = whole.key where made.key in $many`,
] as const;

const printedOn = `select a.author_key, a.position, a.name_as_written, a.state, r.payload from authorships a
  join work_sources s on s.work_key = a.work_key join source_records r on r.key = s.record_key
  where a.state <> 'not_mine' and cast(r.payload as text) like '%"native"%' and a.author_key in $many`;

interface PrintedOn {
  author_key: number;
  position: number | null;
  name_as_written: string;
  state: string;
  payload: unknown;
}

/**
 * Returns the names in original script of some authors, work by work. Source records are read only for the few authors with more than one
 * name in Han characters.
 */
async function nativeWritings(tx: Writer, keys: readonly number[]): Promise<Map<number, NativeWriting[]>> {
  const known = new Map<number, Set<string>>();
  for (const statement of namesKnown) {
    for (const { author_key, name } of await tx.query<{ author_key: number; name: string }>(statement, keys)) {
      const key = notLatin.test(name) ? hanKey(name) : null;
      if (key !== null) known.set(author_key, (known.get(author_key) ?? new Set()).add(key));
    }
  }
  const some = [...known].filter(([, names]) => names.size > 1).map(([key]) => key);
  const found = new Map<number, NativeWriting[]>();
  if (some.length === 0) return found;
  for (const { author_key, position, name_as_written, state, payload } of await tx.query<PrintedOn>(printedOn, some)) {
    const alike = importedWork
      .parse(parsed(payload))
      .authors.flatMap((name, at) => (nameKey(name.name) === nameKey(name_as_written) ? [{ ...name, position: at + 1 }] : []));
    const own = alike.find((name) => name.position === position) ?? (alike.length === 1 ? alike[0] : undefined);
    if (!own?.native) continue;
    const writing = { latin: own.name, native: own.native, confirmed: state === 'confirmed' };
    found.set(author_key, [...(found.get(author_key) ?? []), writing]);
  }
  return found;
}

const notLatin = /[^ -\u024f]/;

/**
 * Returns the authors with a report that works belong to another person: open and from somebody with a confirmed email address, or upheld
 * and not yet split.
 */
async function reportedAmong(tx: Writer, keys: readonly number[]): Promise<Map<number, 'open' | 'upheld'>> {
  const rows = await tx.query<{ key: number; state: 'open' | 'upheld' }>(
    `select a.key, r.state from authors a join reports r on r.subject_id = a.id and r.kind = 'not_same_person'
     where ((r.state = 'open' and exists (select 1 from accounts p where p.id = r.reporter_id and p.email_verified is not null))
       or (r.state = 'upheld' and not exists (select 1 from identity_changes c where c.author_id = a.id and c.kind = 'split'
         and c.state in ('applied', 'settled') and c.applied_at >= r.created_at)))
     and a.key in $many order by r.state`,
    keys,
  );
  return new Map(rows.map(({ key, state }) => [key, state]));
}

/** Returns the authors who own their record and have stated an opinion on each of its works. Records without an owner are not read. */
async function reviewedAmong(tx: Writer, keys: readonly number[]): Promise<Set<number>> {
  const rows = await tx.query<{ key: number }>(
    `select p.key from authors p where p.key in $many and p.owner_id is not null and p.claim_state = 'claimed'
       and exists (select 1 from authorships a where a.author_key = p.key)
       and not exists (select 1 from authorships a where a.author_key = p.key and not exists
         (select 1 from authorship_opinions o where o.author_key = p.key and o.work_key = a.work_key and o.account_id = p.owner_id))`,
    keys,
  );
  return new Set(rows.map(({ key }) => key));
}

/** Returns the co-authors on each work of some authors, by "author work". */
async function circlesOf(tx: Writer, keys: readonly number[]): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>();
  if (keys.length === 0) return found;
  const rows = await tx.query<{ author_key: number; work_key: number; other: number }>(
    `select a.author_key, a.work_key, b.author_key as other from authorships a
     join authorships b on b.work_key = a.work_key and b.author_key <> a.author_key and b.state <> 'not_mine'
     join works w on w.key = a.work_key and w.authors_complete and w.authors_count <= ${maxAuthorsForEdges}
     where a.author_key in $many and a.state <> 'not_mine'`,
    keys,
  );
  for (const { author_key, work_key, other } of rows) {
    const place = `${author_key} ${work_key}`;
    const circle = found.get(place);
    if (circle) circle.push(other);
    else found.set(place, [other]);
  }
  return found;
}
