import { inArray } from 'drizzle-orm';
import type { ContextCard } from '#lib/catalog/contexts/model/context.ts';
import { toContextCard as asContextCard } from '#lib/catalog/contexts/queries/contexts.ts';
import { peopleOfContext } from '#lib/catalog/contexts/queries/people.ts';
import { filterConditionOf } from '#lib/catalog/search-index/filters.ts';
import { maxMatches } from '#lib/catalog/search-index/model/limits.ts';
import { type ResultKind, resultKinds, type SearchQuery } from '#lib/catalog/search-index/model/search-query.ts';
import { findablePersonCondition, maxCountedNames, type NamesFound, searchNames } from '#lib/catalog/search-index/names.ts';
import { matchTable } from '#lib/catalog/search-index/tables.ts';
import { numberRangeOfYears, searchWorks, type WorksFound } from '#lib/catalog/search-index/works.ts';
import { worksByKey } from '#lib/catalog/works/queries/works.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { contexts } from '#lib/platform/db/schema/contexts.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { searchTokens } from '#lib/platform/text/tokenizer.ts';
import type { MatchedTopic, SearchView, SectionView } from '../model/results.ts';
import { facetsOf } from './facets.ts';
import { findByIdentifier } from './identified.ts';
import { peopleResults } from './people.ts';

const maxInOverview: Record<ResultKind, number> = { people: 6, topics: 3, venues: 3, institutions: 3, works: 10 };
const resultsPerPage = 25;
/** Upper bound on the matches among which filter values are counted: people with most works, or the newest works. */
const maxFaceted = 2_000;
const maxPeopleOfTopic = 6;
/** Maximum number of query words tried one by one, and of works shown for each. */
const maxWords = 6;
const maxWorksPerWord = 5;

const documentKind = { people: 'author', topics: 'topic', venues: 'venue', institutions: 'institution', works: 'work' } as const;

export async function searchView(reader: Reader, requested: SearchQuery): Promise<SearchView> {
  const view = await searchWithoutIdentified(reader, requested);
  const isFirst = requested.after === undefined;
  const { works, people } = isFirst ? await findByIdentifier(reader, requested.q) : { works: [], people: [] };
  const identified = { works: requested.kind === 'people' ? [] : works, people: requested.kind === 'works' ? [] : people };
  const totals = { ...view.totals };
  for (const kind of ['works', 'people'] as const) {
    const [total, identifiedCount] = [totals[kind], identified[kind].length];
    if (total && total.count < identifiedCount) totals[kind] = { ...total, count: identifiedCount };
  }
  return { ...view, totals, sections: view.sections.map((section) => withoutIdentified(section, identified)), identified };
}

/** Removes results that are already shown for an identifier. */
function withoutIdentified(section: SectionView, { works, people }: SearchView['identified']): SectionView {
  if (section.kind === 'works') return { ...section, works: section.works.filter(({ id }) => works.every((one) => one.id !== id)) };
  if (section.kind !== 'people') return section;
  return { ...section, people: section.people.filter(({ card }) => people.every((one) => one.card.slug !== card.slug)) };
}

type ViewWithoutIdentified = Omit<SearchView, 'identified'>;

async function searchWithoutIdentified(reader: Reader, requested: SearchQuery): Promise<ViewWithoutIdentified> {
  if (!requested.q) return { requested, totals: {}, sections: [], topic: null, facets: [], countedAmong: null, next: null, partial: [] };
  return requested.kind ? searchOneKind(reader, requested, requested.kind) : searchAllKinds(reader, requested);
}

async function searchAllKinds(reader: Reader, requested: SearchQuery): Promise<ViewWithoutIdentified> {
  const [exact, others]: [SectionView[], SectionView[]] = [[], []];
  const totals: SearchView['totals'] = {};
  let topic: MatchedTopic | null = null;
  for (const kind of resultKinds) {
    const { section, names } = await sectionOf(reader, requested, kind, maxInOverview[kind]);
    totals[kind] = section.total;
    const nearestHit = names?.hits[0];
    // Sections with an exact name match come first, whatever their kind.
    if (section.total.count > 0) (nearestHit?.closeness === 'name' ? exact : others).push(section);
    if (kind === 'topics' && section.kind === 'topics' && section.contexts[0] && nearestHit?.closeness === 'name') {
      const [matched] = section.contexts;
      const place = { key: nearestHit.subjectKey, lastYear: matched.lastYear };
      topic = { topic: matched, people: (await peopleOfContext(reader, place, undefined, maxPeopleOfTopic)).people };
    }
  }
  const sections = [...exact, ...others];
  const partial = sections.length === 0 ? await partialMatches(reader, requested.q) : [];
  return { requested, totals, sections, topic, facets: [], countedAmong: null, next: null, partial };
}

async function searchOneKind(reader: Reader, requested: SearchQuery, kind: ResultKind): Promise<ViewWithoutIdentified> {
  const { section, names, works } = await sectionOf(reader, requested, kind, resultsPerPage);
  const totals: SearchView['totals'] = { [kind]: section.total };
  for (const other of resultKinds)
    totals[other] ??= (await sectionOf(reader, { q: requested.q, kind: other, filters: {} }, other, 0)).section.total;
  const view = {
    requested,
    totals,
    sections: section.total.count > 0 ? [section] : [],
    topic: null,
    next: (names ?? works)?.next ?? null,
    partial: [],
  };
  const match = (names ?? works)?.match;
  if (!match || section.total.count === 0 || (kind !== 'people' && kind !== 'works')) return { ...view, facets: [], countedAmong: null };
  const matches = matchTable(documentKind[kind], match, {
    maxConsidered: maxFaceted,
    range: kind === 'works' ? numberRangeOfYears(requested.filters) : undefined,
    where: kind === 'people' ? findablePersonCondition(requested.q) : undefined,
    filter: filterConditionOf(kind, requested.filters),
  });
  const isPart = (names?.total ?? works?.matching ?? 0) > maxFaceted;
  return { ...view, facets: await facetsOf(reader, kind, matches), countedAmong: isPart ? maxFaceted : null };
}

interface Section {
  section: SectionView;
  names?: NamesFound;
  works?: WorksFound;
}

async function sectionOf(reader: Reader, requested: SearchQuery, kind: ResultKind, limit: number): Promise<Section> {
  if (kind === 'works') return worksSection(reader, requested, limit);
  const isPeople = kind === 'people';
  const names = await searchNames(reader, requested.q, {
    kind: documentKind[kind],
    limit,
    after: requested.after,
    where: isPeople ? findablePersonCondition(requested.q) : undefined,
    filter: isPeople ? filterConditionOf('people', requested.filters) : undefined,
  });
  const keys = names.hits.map(({ subjectKey }) => subjectKey);
  const total = { count: names.total, exact: names.total < maxCountedNames };
  if (isPeople) return { section: { kind, people: await peopleResults(reader, requested.q, keys), total }, names };
  return { section: { kind, contexts: await contextsByKey(reader, keys), total }, names };
}

async function worksSection(reader: Reader, requested: SearchQuery, limit: number): Promise<Section> {
  const filter = filterConditionOf('works', requested.filters);
  const works = await searchWorks(reader, requested.q, {
    limit,
    after: requested.after,
    range: numberRangeOfYears(requested.filters),
    sort: requested.sort,
    filter,
  });
  const total = { count: Math.min(works.total, maxMatches), exact: works.total <= maxMatches && works.matching <= maxMatches };
  // A work of a person who was just suppressed may still be in the index.
  const shownWorks = (await worksByKey(reader, works.keys, null)).filter(({ unseen }) => !unseen);
  return { section: { kind: 'works', works: shownWorks, order: works.order, total }, works };
}

/** Returns works that contain one of several words, if no work contains all of them. */
async function partialMatches(reader: Reader, text: string): Promise<SearchView['partial']> {
  const words = [...new Set(searchTokens(text))].slice(0, maxWords);
  if (words.length < 2) return [];
  const matches: SearchView['partial'] = [];
  for (const word of words) {
    const { section } = await worksSection(reader, { q: word, kind: 'works', filters: {} }, maxWorksPerWord);
    if (section.kind === 'works' && section.total.count > 0) matches.push({ word, works: section.works, total: section.total });
  }
  return matches.sort((a, b) => a.total.count - b.total.count);
}

async function contextsByKey(reader: Reader, keys: readonly number[]): Promise<ContextCard[]> {
  if (keys.length === 0) return [];
  const rows = await rowsOf(reader, contexts, inArray(contexts.key, [...keys]));
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return keys.flatMap((key) => {
    const row = byKey.get(key);
    return row ? [asContextCard(row)] : [];
  });
}
