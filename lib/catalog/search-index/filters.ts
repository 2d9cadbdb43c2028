import type { FilterName, SearchFilters } from './model/search-query.ts';
import { type Condition, subjectKeySql } from './tables.ts';

const inContext = (table: 'work_contexts' | 'author_contexts', kind: string): string => {
  const owner = table === 'work_contexts' ? 'work_key' : 'author_key';
  return `exists (select 1 from contexts c join ${table} x on x.context_key = c.key
    where c.kind = '${kind}' and c.slug = ? and x.${owner} = ${subjectKeySql})`;
};

/** SQL conditions on the document number, by filter. The years of works are a range of numbers: see `numbersOfYears`. */
const workConditions: Partial<Record<FilterName, string>> = {
  type: `exists (select 1 from works w where w.key = ${subjectKeySql} and w.type = ?)`,
  source: `exists (select 1 from work_sources s where s.work_key = ${subjectKeySql} and s.source = ?)`,
  topic: inContext('work_contexts', 'topic'),
  venue: inContext('work_contexts', 'venue'),
  code: `exists (select 1 from works w where w.key = ${subjectKeySql} and w.code_url is not null and ? = 'yes')`,
};

const peopleConditions: Partial<Record<FilterName, string>> = {
  claim: `exists (select 1 from authors a where a.key = ${subjectKeySql} and a.claim_state = ?)`,
  topic: inContext('author_contexts', 'topic'),
  institution: inContext('author_contexts', 'institution'),
};

/** Returns one condition for all active filters; undefined if none is active. */
export function filterConditionOf(kind: 'people' | 'works', filters: SearchFilters): Condition | undefined {
  const conditions = Object.entries(kind === 'works' ? workConditions : peopleConditions);
  const active = conditions.flatMap(([name, text]) => {
    const value = filters[name as FilterName];
    return value ? [{ text, value }] : [];
  });
  return active.length > 0 ? { text: active.map(({ text }) => text).join(' and '), args: active.map(({ value }) => value) } : undefined;
}
