import { and, asc, countDistinct, desc, eq, gt, inArray, isNotNull, max, ne, sql } from 'drizzle-orm';
import { sourceLabel } from '#lib/catalog/sources/model.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { affiliations, authorContexts, contexts, workContexts } from '#lib/platform/db/schema/contexts.ts';
import { authorships } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type AffiliationRule, splitAffiliation } from '../model/affiliations.ts';
import type { AuthorContext, AuthorContexts, ContextKind } from '../model/context.ts';
import type { YearCount } from '../model/years.ts';

const maxShown = 40;

/** Returns the topics, venues and institutions of an author: those with most works first, then the most recent, then by name. */
export async function contextsOfAuthor(reader: Reader, authorKey: number): Promise<AuthorContexts> {
  const rows = await reader.prepared(selectContexts, { authorKey });
  const statements = rows.some((row) => row.context.kind === 'institution')
    ? await selectStatements(reader, authorKey)
    : new Map<number, AffiliationStatement>();
  const allContexts = rows.map(({ context: row, works, first, last }): AuthorContext => {
    const { rule = null, source = null } = statements.get(row.key) ?? {};
    return {
      kind: row.kind as ContextKind,
      slug: row.slug,
      name: row.name,
      rorId: row.facts.ror ?? null,
      rule: rule as AffiliationRule | null,
      source: source ? sourceLabel(source) : null,
      works,
      firstYear: first,
      lastYear: last || null,
    };
  });
  const contextsOfKind = (wanted: ContextKind): { shown: AuthorContext[]; all: number } => {
    const ofKind = allContexts.filter((each) => each.kind === wanted);
    return { shown: ofKind.slice(0, maxShown), all: ofKind.length };
  };
  return { topics: contextsOfKind('topic'), venues: contextsOfKind('venue'), institutions: contextsOfKind('institution') };
}

const selectContexts = (reader: Reader) => {
  const { key, kind, slug, name, facts } = contexts;
  return reader
    .select({
      context: { key, kind, slug, name, facts },
      works: authorContexts.works,
      first: authorContexts.firstYear,
      last: authorContexts.lastYear,
    })
    .from(authorContexts)
    .innerJoin(contexts, eq(contexts.key, authorContexts.contextKey))
    .where(and(eq(authorContexts.authorKey, sql.placeholder('authorKey')), gt(contexts.worksCount, 0)))
    .orderBy(desc(authorContexts.works), desc(authorContexts.lastYear), asc(contexts.sortName))
    .prepare();
};

/** Returns the topic with most works of each author, by author key. */
export async function mainTopicsOf(reader: Reader, authorKeys: readonly number[]): Promise<Map<number, string>> {
  const rows = await reader
    .select({ authorKey: authorContexts.authorKey, name: contexts.name })
    .from(authorContexts)
    // SQLite joins the tables of a cross join in the written order; otherwise it would start with all topics.
    .crossJoin(contexts)
    .where(
      and(
        eq(contexts.key, authorContexts.contextKey),
        inArray(authorContexts.authorKey, [...authorKeys]),
        eq(contexts.kind, 'topic'),
        gt(contexts.worksCount, 0),
      ),
    )
    .orderBy(asc(authorContexts.works), asc(authorContexts.lastYear), desc(contexts.sortName));
  return new Map(rows.map(({ authorKey, name }) => [authorKey, name]));
}

interface AffiliationStatement {
  rule: string | null;
  source: string;
}

/** Returns by institution which source states the author's affiliation, and how it was matched. */
async function selectStatements(reader: Reader, authorKey: number): Promise<Map<number, AffiliationStatement>> {
  const rows = await reader.prepared(selectAffiliations, { authorKey });
  const sources = new Map(
    rows.flatMap(({ affiliation, source }) => splitAffiliation(affiliation ?? '').map((part) => [part, source ?? ''] as const)),
  );
  const matchedRows = await reader.prepared(selectMatches, { texts: encodeList([...sources.keys()]) });
  return new Map(
    matchedRows.flatMap(({ text: part, contextKey, rule }) =>
      contextKey === null ? [] : [[contextKey, { rule, source: sources.get(part) ?? '' }]],
    ),
  );
}

const selectAffiliations = (reader: Reader) => {
  const { affiliation, source, authorKey, state } = authorships;
  return reader
    .select({ affiliation, source: max(source) })
    .from(authorships)
    .where(and(eq(authorKey, sql.placeholder('authorKey')), isNotNull(affiliation), ne(state, 'not_mine')))
    .groupBy(affiliation)
    .prepare();
};

const selectMatches = (reader: Reader) =>
  reader.select().from(affiliations).where(isInList(affiliations.text, 'texts')).orderBy(affiliations.text).prepare();

/** Returns the works of an author per topic slug and year. Works without a year are excluded. */
export async function yearCountsByTopic(reader: Reader, authorKey: number): Promise<Map<string, YearCount[]>> {
  const year = sql<number>`${workContexts.sortDate} / 10000`.mapWith(Number);
  const isShownTopic = and(eq(authorships.authorKey, authorKey), ne(authorships.state, 'not_mine'), eq(contexts.kind, 'topic'));
  const rows = await reader
    .select({ slug: contexts.slug, year, works: countDistinct(workContexts.workKey) })
    .from(authorships)
    // SQLite joins the tables of a cross join in the written order; otherwise it would start with all topics.
    .crossJoin(workContexts)
    .crossJoin(contexts)
    .where(
      and(
        eq(workContexts.workKey, authorships.workKey),
        eq(contexts.key, workContexts.contextKey),
        isShownTopic,
        gt(workContexts.sortDate, 0),
      ),
    )
    .groupBy(contexts.slug, year)
    .orderBy(contexts.slug, year);
  const bySlug = Map.groupBy(rows, ({ slug }) => slug);
  return new Map([...bySlug].map(([slug, years]) => [slug, years.map(({ year: of, works }) => ({ year: of, works }))]));
}
