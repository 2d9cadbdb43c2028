import { dialect } from '#lib/platform/db/columns.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type DocumentKind, documentKinds, documentNumbersOf } from '#lib/platform/text/tokenizer.ts';
import type { Query } from './model/query.ts';

/** Full-text table of each kind on SQLite. PostgreSQL has one column for all kinds, and an index for each of the three groups. */
const fullTextTables: Record<DocumentKind, string> = {
  author: 'search_people',
  work: 'search_works',
  topic: 'search_contexts',
  venue: 'search_contexts',
  institution: 'search_contexts',
};

/** SQL text with its parameters. */
export interface SqlFragment {
  text: string;
  args: readonly unknown[];
}

/** A condition on a document. `$number` in its text is the placeholder of the document number. */
export type Condition = SqlFragment;

/** SQL expression of the subject key in a document number. */
export const subjectKeySql = '($number & 2147483647)';
/** The key of the subject of a row of `matchTable`. */
export const foundKeySql = subjectKeySql.replace('$number', 'found.number');

/** Compiles a query for the engine. Words consist of letters and digits only, so quoted words cannot contain syntax of either engine. */
const compileQuery = (query: Query, inTitle = false): string => {
  const postgres = dialect === 'postgres';
  const suffixOf = (isPrefix: boolean) => (isPrefix || inTitle ? `:${isPrefix ? '*' : ''}${inTitle ? 'A' : ''}` : '');
  const quote = (word: string, isPrefix: boolean) => (postgres ? `'${word}'${suffixOf(isPrefix)}` : `"${word}"${isPrefix ? '*' : ''}`);
  const [and, or] = postgres ? [' & ', ' | '] : [' AND ', ' OR '];
  const clauses = query.map(
    (clause) => `(${clause.map(({ anyOf, isPrefix }) => `(${anyOf.map((word) => quote(word, isPrefix === true)).join(or)})`).join(and)})`,
  );
  return clauses.join(or);
};

/** Compiles a query without the matches of other queries, in the syntax of the engine. */
export function compileMatch(query: Query, except: readonly Query[] = []): string {
  if (except.length === 0) return compileQuery(query);
  const exclusions = except.map((each) => `(${compileQuery(each)})`);
  return dialect === 'postgres'
    ? `(${compileQuery(query)}) & !(${exclusions.join(' | ')})`
    : `(${compileQuery(query)}) NOT (${exclusions.join(' OR ')})`;
}

/** Compiles a query on titles only. On PostgreSQL, title words have weight A. */
export const compileTitleMatch = (query: Query): string =>
  dialect === 'postgres' ? compileQuery(query, true) : `title : (${compileQuery(query)})`;

interface NumberRow {
  number: number | string;
}

const insertNumber = (text: string, number: string): string => text.replaceAll('$number', number);

export interface NumberRange {
  from: number;
  to: number;
}

export interface MatchConditions {
  /** Range of document numbers; the whole kind by default. */
  range?: NumberRange | undefined;
  /** Condition that all matches must meet. */
  where?: Condition | undefined;
}

interface MatchWindow extends MatchConditions {
  /** Upper bound on matches considered, most important first. */
  maxConsidered: number;
  /** Filter on these matches. */
  filter?: Condition | undefined;
}

/** Condition of PostgreSQL's partial indexes: people, works, and all other kinds. */
const kindCondition = (kind: DocumentKind): string => `number >> 51 = ${Math.floor(documentNumbersOf(kind).from / 2 ** 51)}`;

/**
 * Condition for a range of numbers on PostgreSQL. The index on numbers suits works. For names it would read the numbers of all people to
 * find the few matches; the sum prevents its use.
 */
const rangeCondition = (kind: DocumentKind): string => `number${kind === 'work' ? '' : ' + 0'} between ? and ?`;

/** SQL for the matches: rows of one column `number`, unordered. */
function matchQuery(kind: DocumentKind, match: string, { range = documentNumbersOf(kind), where }: MatchConditions): SqlFragment {
  const args = [match, range.from, range.to, ...(where?.args ?? [])];
  const conditionFor = (number: string) => (where ? ` and ${insertNumber(where.text, number)}` : '');
  if (dialect === 'sqlite') {
    const table = fullTextTables[kind];
    return {
      text: `select rowid as number from ${table} where ${table} match ? and rowid between ? and ?${conditionFor(`${table}.rowid`)}`,
      args,
    };
  }
  const text = `select number from search_documents where ${kindCondition(kind)} and terms @@ to_tsquery('simple', ?) and ${rangeCondition(kind)}`;
  return { text: text + conditionFor('search_documents.number'), args };
}

/** Condition that a document number matches. */
export const matchCondition = (kind: DocumentKind, match: string): Condition =>
  dialect === 'sqlite'
    ? { text: `$number in (select rowid from ${fullTextTables[kind]} where ${fullTextTables[kind]} match ?)`, args: [match] }
    : {
        text: `$number in (select number from search_documents where ${kindCondition(kind)} and terms @@ to_tsquery('simple', ?))`,
        args: [match],
      };

type Membership = 'in' | 'not in';

/** The sum keeps SQLite from running the other query again for each number. */
function membershipOfMatch(match: string, membership: Membership): Condition {
  const { text, args } = matchCondition('work', match);
  return { text: text.replace('$number in', `$number + 0 ${membership}`), args };
}

/** Conditions that a number is among the matches of another query, or not. */
export const isAmong = (match: string): Condition => membershipOfMatch(match, 'in');
export const isNotAmong = (match: string): Condition => membershipOfMatch(match, 'not in');

/** The sum keeps the engine from looking up each number separately. */
const membershipOfList = (numbers: readonly number[], membership: Membership): Condition => ({
  text: numbers.length > 0 ? `$number + 0 ${membership} (${numbers.join(', ')})` : `1 = ${membership === 'in' ? 0 : 1}`,
  args: [],
});

/** Conditions that a number is one of a list, or none of it. */
export const isOneOf = (numbers: readonly number[]): Condition => membershipOfList(numbers, 'in');
export const isNoneOf = (numbers: readonly number[]): Condition => membershipOfList(numbers, 'not in');

export const combineConditions = (one: Condition, other: Condition | undefined): Condition =>
  other ? { text: `${one.text} and ${other.text}`, args: [...one.args, ...other.args] } : one;

/** The considered matches, as a table `found` with one column `number`. */
export function matchTable(kind: DocumentKind, match: string, { maxConsidered, filter, ...sought }: MatchWindow): SqlFragment {
  const { text, args } = matchQuery(kind, match, sought);
  const considered: SqlFragment = { text: `(${text} order by number limit ?) found`, args: [...args, maxConsidered] };
  if (!filter) return considered;
  return {
    text: `(select number from ${considered.text} where ${insertNumber(filter.text, 'found.number')}) found`,
    args: [...considered.args, ...filter.args],
  };
}

/** Returns the document numbers of matches, most important first, after a number. */
export async function selectMatches(
  reader: Reader,
  kind: DocumentKind,
  match: string,
  { after, limit, ...window }: MatchConditions & Partial<MatchWindow> & { after?: number | undefined; limit: number },
): Promise<number[]> {
  const range = window.range ?? documentNumbersOf(kind);
  const { filter, maxConsidered } = window;
  const { text, args } =
    filter && maxConsidered !== undefined
      ? selectAfter(matchTable(kind, match, { ...window, maxConsidered }), after ?? 0)
      : matchQuery(kind, match, { ...window, range: { ...range, from: Math.max(range.from, (after ?? -1) + 1) } });
  const rows = await reader.query<NumberRow>(`${text} order by number limit ?`, [], [...args, limit]);
  return rows.map(({ number }) => Number(number));
}

const selectAfter = ({ text, args }: SqlFragment, after: number): SqlFragment => ({
  text: `select number from ${text} where number > ?`,
  args: [...args, after],
});

/** Counts the matches, up to `maxConsidered`. */
export async function countMatches(reader: Reader, kind: DocumentKind, match: string, window: MatchWindow): Promise<number> {
  const { text, args } = matchTable(kind, match, window);
  const [row] = await reader.query<{ count: number | string }>(`select count(*) as count from ${text}`, [], args);
  return Number(row?.count ?? 0);
}

/** True if a name of any kind contains a word. */
export async function hasToken(reader: Reader, word: string): Promise<boolean> {
  const match = compileMatch([[{ anyOf: [word] }]]);
  for (const kind of documentKinds) if (kind !== 'work' && (await selectMatches(reader, kind, match, { limit: 1 })).length > 0) return true;
  return false;
}

export interface RankedMatch {
  number: number;
  /** Lower is better: negated BM25 on SQLite, negated ts_rank on PostgreSQL, times the weight of the year. */
  score: number;
}

/**
 * The weight of a work grows by one with each year: 250 for 2000, and 275 for 2025. It decides between works that match about as well.
 * Undated works have the weight of the oldest.
 */
const yearOfNoWeight = 1750;
const oldestYear = 1950;

/** SQL expression of the weight of a work's year, which is in its document number (see `documentNumber`). */
const recencySql = (number: string): string =>
  `(${dialect === 'postgres' ? 'greatest' : 'max'}((${documentNumbersOf('work').to} - ${number}) >> 31, ${oldestYear}) - ${yearOfNoWeight})`;

/**
 * Returns works by relevance and recency: BM25 on SQLite, ts_rank on PostgreSQL, times the weight of the year. Title words have the highest
 * weight. `after`: the last result of the previous page.
 */
export async function selectRanked(
  reader: Reader,
  match: string,
  { limit, after, range = documentNumbersOf('work'), where }: MatchConditions & { limit: number; after?: RankedMatch | undefined },
): Promise<RankedMatch[]> {
  const args = [match, range.from, range.to, ...(where?.args ?? [])];
  const conditionFor = (number: string) => (where ? ` and ${insertNumber(where.text, number)}` : '');
  const scoreQuery =
    dialect === 'postgres'
      ? `select number, -ts_rank('{0.1, 0.2, 0.2, 1.0}', terms, query, 1)::double precision * ${recencySql('number')} as score from search_documents,
         to_tsquery('simple', ?) query where ${kindCondition('work')} and terms @@ query and number between ? and ?${conditionFor('search_documents.number')}`
      : `select rowid as number, bm25(search_works, 8.0, 1.0) * ${recencySql('rowid')} as score from search_works
         where search_works match ? and rowid between ? and ?${conditionFor('search_works.rowid')}`;
  // `limit -1` keeps SQLite from moving the condition into the full-text query, where the ranking function cannot be used.
  const pageQuery = after
    ? `select number, score from (${scoreQuery}${dialect === 'sqlite' ? ' limit -1' : ''}) found where score > ? or (score = ? and number > ?)`
    : scoreQuery;
  const cursorArgs = after ? [after.score, after.score, after.number] : [];
  const rows = await reader.query<NumberRow & { score: number }>(
    `${pageQuery} order by score, number limit ?`,
    [],
    [...args, ...cursorArgs, limit],
  );
  return rows.map(({ number, score }) => ({ number: Number(number), score: Number(score) }));
}
