import type { FilterName } from '#lib/catalog/search-index/model/asked.ts';
import { type Fragment, subjectKey } from '#lib/catalog/search-index/tables.ts';
import { sourceLabel } from '#lib/catalog/sources/model.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { Facet } from '../model/results.ts';

/** Values of one filter that are offered at most. */
const maxOptions = 12;

interface Counted {
  filter: string;
  value: string | null;
  name: string;
  count: number | string;
}

const key = subjectKey.replace('$number', 'found.number');
const contextsOf = (table: 'work_contexts' | 'author_contexts', kind: string): string => `
  select c.slug as value, c.name, n.count from (
    select x.context_key, count(*) as count from found cross join ${table} x
    where x.${table === 'work_contexts' ? 'work_key' : 'author_key'} = ${key} group by x.context_key
  ) n join contexts c on c.key = n.context_key where c.kind = '${kind}' order by n.count desc, c.name limit ${maxOptions}`;
const valuesOf = (value: string, from: string): string => `
  select ${value} as value, ${value} as name, count(distinct found.number) as count from found cross join ${from}
  group by ${value} order by count desc, value limit ${maxOptions}`;

/** What each filter counts, as SQL over the matches. SQLite takes the tables of a cross join in the order written. */
const counts: Record<'people' | 'works', Partial<Record<FilterName, string>>> = {
  works: {
    type: valuesOf('w.type', `works w where w.key = ${key}`),
    source: valuesOf('s.source', `work_sources s where s.work_key = ${key} and s.source not in ('peergraph', 'correction')`),
    topic: contextsOf('work_contexts', 'topic'),
    venue: contextsOf('work_contexts', 'venue'),
    code: `select 'yes' as value, 'yes' as name, count(*) as count from found cross join works w where w.key = ${key} and w.code_url is not null`,
  },
  people: {
    claim: valuesOf('a.claim_state', `authors a where a.key = ${key}`),
    topic: contextsOf('author_contexts', 'topic'),
    institution: contextsOf('author_contexts', 'institution'),
  },
};

/** The values that the matches have, each with how many of them have it. `matches`: see `tables.found`; they are found once for all. */
export async function facetsOf(reader: Reader, kind: 'people' | 'works', matches: Fragment): Promise<Facet[]> {
  const counted = Object.entries(counts[kind]);
  const each = counted.map(([name, text]) => `select '${name}' as filter, f.value, f.name, f.count from (${text}) f`);
  const rows = await reader.query<Counted>(
    `with found as materialized (select number from ${matches.text}) ${each.join(' union all ')}`,
    [],
    matches.args,
  );
  return counted.map(([filter]) => ({
    name: filter as FilterName,
    options: rows.flatMap(({ filter: of, value, name, count }) =>
      of === filter && value !== null && Number(count) > 0
        ? [{ value, name: filter === 'source' ? sourceLabel(value).name : name, count: Number(count) }]
        : [],
    ),
  }));
}
