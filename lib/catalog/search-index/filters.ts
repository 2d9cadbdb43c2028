import { minutesMs, nowByTheHour } from '#lib/platform/clock.ts';
import { dialect } from '#lib/platform/db/columns.ts';
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

const hourMs = minutesMs(60);

/**
 * Returns the condition that the owner of a record lists it as open to collaborate, as SQL. A listing that ends is out of the results within
 * the hour.
 */
export function isListedAsOpenText(alias: string): string {
  // The whole hour: the text of a statement is prepared once.
  const ms = Math.floor(nowByTheHour().getTime() / hourMs) * hourMs;
  const at = dialect === 'postgres' ? `to_timestamp(${ms / 1000})` : `${ms}`;
  return `${alias}.listed_until > ${at} and ${alias}.claim_state = 'claimed' and ${alias}.owner_id is not null`;
}

const peopleConditions = (): Partial<Record<FilterName, string>> => ({
  claim: `exists (select 1 from authors a where a.key = ${subjectKeySql} and a.claim_state = ?)`,
  // In JSON, quotation marks of a text are escaped, so that only a purpose has them on both sides.
  open: `exists (select 1 from authors a where a.key = ${subjectKeySql} and ${isListedAsOpenText('a')}
    and cast(a.availability as text) like '%"open":true%' and cast(a.availability as text) like '%"' || ? || '"%')`,
  topic: inContext('author_contexts', 'topic'),
  institution: inContext('author_contexts', 'institution'),
});

/** Returns one condition for all active filters; undefined if none is active. */
export function filterConditionOf(kind: 'people' | 'works', filters: SearchFilters): Condition | undefined {
  const conditions = Object.entries(kind === 'works' ? workConditions : peopleConditions());
  const active = conditions.flatMap(([name, text]) => {
    const value = filters[name as FilterName];
    return value ? [{ text, value }] : [];
  });
  return active.length > 0 ? { text: active.map(({ text }) => text).join(' and '), args: active.map(({ value }) => value) } : undefined;
}
