import { isListedAsOpenText } from '#lib/catalog/search-index/filters.ts';
import type { FilterName } from '#lib/catalog/search-index/model/search-query.ts';
import { foundKeySql, type SqlFragment } from '#lib/catalog/search-index/tables.ts';
import { sourceLabel } from '#lib/catalog/sources/model.ts';
import { dialect } from '#lib/platform/db/columns.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { Facet } from '../model/results.ts';

const maxOptions = 12;

interface FacetRow {
  filter: string;
  value: string | null;
  name: string;
  count: number | string;
}

/** `counted` holds the number of matches per context. It is computed once for all kinds of context. */
const contextsOf = (kind: string): string => `
  select c.slug as value, c.name, n.count from counted n join contexts c on c.key = n.context_key where c.kind = '${kind}'
  order by n.count desc, c.name limit ${maxOptions}`;
const countContextsIn = (table: string, subject: string): string =>
  `select x.context_key, count(*) as count from found cross join ${table} x where x.${subject} = ${foundKeySql} group by x.context_key`;
/** @param count 'distinct found.number' if a match can have a value twice */
const valuesOf = (value: string, from: string, count = '*'): string => `
  select ${value} as value, ${value} as name, count(${count}) as count from found cross join ${from}
  group by ${value} order by count desc, value limit ${maxOptions}`;

interface FacetQueries {
  contexts: string;
  filters: Partial<Record<FilterName, string>>;
}

const sources = `work_sources s where s.work_key = ${foundKeySql} and s.source not in ('peergraph', 'correction')`;

const purposesOf = (alias: string): string =>
  dialect === 'postgres'
    ? `lateral json_array_elements_text(${alias}.availability -> 'purposes') p(value)`
    : `json_each(${alias}.availability, '$.purposes') p`;

/** Counts of each filter, as SQL over the matches. SQLite joins the tables of a cross join in the order written. */
const facetQueries = (): Record<'people' | 'works', FacetQueries> => ({
  works: {
    contexts: countContextsIn('work_contexts', 'work_key'),
    filters: {
      type: valuesOf('w.type', `works w where w.key = ${foundKeySql}`),
      source: valuesOf('s.source', sources, 'distinct found.number'),
      topic: contextsOf('topic'),
      venue: contextsOf('venue'),
      code: `select 'yes' as value, 'yes' as name, count(*) as count from found cross join works w where w.key = ${foundKeySql} and w.code_url is not null`,
    },
  },
  people: {
    contexts: countContextsIn('author_contexts', 'author_key'),
    filters: {
      claim: valuesOf('a.claim_state', `authors a where a.key = ${foundKeySql}`),
      open: valuesOf(
        'p.value',
        `authors a cross join ${purposesOf('a')} where a.key = ${foundKeySql} and ${isListedAsOpenText('a')}
          and cast(a.availability as text) like '%"open":true%'`,
      ),
      topic: contextsOf('topic'),
      institution: contextsOf('institution'),
    },
  },
});

/**
 * Returns the filter values of the matches with their number of matches. The matches are evaluated once for all filters.
 * @param matches see `tables.found`
 */
export async function facetsOf(reader: Reader, kind: 'people' | 'works', matches: SqlFragment): Promise<Facet[]> {
  const { contexts, filters } = facetQueries()[kind];
  const filterQueries = Object.entries(filters);
  const selects = filterQueries.map(([name, text]) => `select '${name}' as filter, f.value, f.name, f.count from (${text}) f`);
  const rows = await reader.query<FacetRow>(
    `with found as materialized (select number from ${matches.text}), counted as materialized (${contexts}) ${selects.join(' union all ')}`,
    [],
    matches.args,
  );
  return filterQueries.map(([filter]) => ({
    name: filter as FilterName,
    options: rows.flatMap(({ filter: filterName, value, name, count }) =>
      filterName === filter && value !== null && Number(count) > 0
        ? [{ value, name: filter === 'source' ? sourceLabel(value).name : name, count: Number(count) }]
        : [],
    ),
  }));
}
