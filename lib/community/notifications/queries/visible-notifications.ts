import { hides } from '#lib/catalog/statements/queries/hidden-fields.ts';
import type { Reader } from '#lib/platform/db/store.ts';

type Facts = Record<string, string>;

const recordIn = (path: string | undefined): string | null => /^\/(?:authors|claim)\/([^/?#]+)/.exec(path ?? '')?.[1] ?? null;
const suppressedName = 'A profile that is not shown';

/**
 * Rewrites stored notifications for display today. A name is replaced if its record has been suppressed since, and by the new name if the
 * owner has changed it and hides the former names. A namesake whose own record is visible keeps the name.
 */
export async function withoutHidden<Row extends { facts: Facts }>(reader: Reader, rows: readonly Row[]): Promise<Row[]> {
  const names = [...new Set(rows.flatMap(({ facts }) => facts.name ?? []))];
  if (names.length === 0) return [...rows];
  return withNewNames(reader, await withoutSuppressed(reader, rows, names), names);
}

async function withoutSuppressed<Row extends { facts: Facts }>(reader: Reader, rows: readonly Row[], names: string[]): Promise<Row[]> {
  const hidden = new Set<string>();
  for (const column of ['name', 'source_name']) {
    // The literal lets both engines use the partial index of suppressed records, which are few.
    const text = `select ${column} as name from authors where visibility = 'suppressed' and ${column} in $many`;
    for (const { name } of await reader.query<{ name: string }>(text, names)) hidden.add(name);
  }
  if (hidden.size === 0) return [...rows];
  const about = rows.filter(({ facts }) => hidden.has(facts.name ?? ''));
  const shown = await shownNames(reader, about);
  return rows.map((row) => {
    const { name = '', path } = row.facts;
    if (!hidden.has(name)) return row;
    const slug = recordIn(path);
    const names = slug === null ? undefined : shown.get(slug);
    if (names?.includes(name)) return row;
    return { ...row, facts: { ...row.facts, name: suppressedName, ...(slug === null || names ? {} : { path: '/notifications' }) } };
  });
}

/**
 * Returns the current names of the records that notifications link to, by slug. A notification may link to one record and name another
 * person.
 */
async function shownNames(reader: Reader, rows: readonly { facts: Facts }[]): Promise<Map<string, (string | null)[]>> {
  const slugs = [...new Set(rows.flatMap(({ facts }) => recordIn(facts.path) ?? []))];
  if (slugs.length === 0) return new Map();
  const text = "select slug, name, source_name from authors where slug in $many and visibility <> 'suppressed'";
  const found = await reader.query<{ slug: string; name: string; source_name: string | null }>(text, slugs);
  return new Map(found.map(({ slug, name, source_name }) => [slug, [name, source_name]]));
}

interface Renamed {
  key: number;
  name: string;
  source_name: string;
  slug: string;
}

const renamed = `select a.key, a.name, a.source_name, a.slug from authors a
  where a.source_name is not null and a.source_name in $many and ${hides('a', 'names')}`;

async function withNewNames<Row extends { facts: Facts }>(reader: Reader, rows: Row[], names: string[]): Promise<Row[]> {
  const found = Map.groupBy(await reader.query<Renamed>(renamed, names), ({ source_name }) => source_name);
  if (found.size === 0) return rows;
  const keys = [...found.values()].flat().map(({ key }) => key);
  const addresses = await reader.query<{ slug: string; author_key: number }>(
    'select slug, author_key from author_slugs where author_key in $many',
    keys,
  );
  const keyOf = new Map(addresses.map(({ slug, author_key }) => [slug, author_key]));
  const borne = await reader.query<{ name: string }>("select name from authors where name in $many and visibility <> 'suppressed'", [
    ...found.keys(),
  ]);
  const isBorne = new Set(borne.map(({ name }) => name));
  const shown = await shownNames(
    reader,
    rows.filter(({ facts }) => found.has(facts.name ?? '')),
  );
  return rows.map((row) => {
    const { name = '', path = '' } = row.facts;
    const [slug, people] = [recordIn(path), found.get(name) ?? []];
    const about = slug === null ? null : people.find((each) => each.key === keyOf.get(slug) || each.slug === slug);
    if (about && slug !== null) return { ...row, facts: { ...row.facts, name: about.name, path: path.replace(slug, about.slug) } };
    // The path is not that of a record, or is that of a record with another name. The name then belongs to the only record that had it,
    // unless a visible record has it now.
    const isElsewhere = slug === null || shown.get(slug)?.includes(name) === false;
    const [only] = people;
    return only && people.length === 1 && isElsewhere && !isBorne.has(name) ? { ...row, facts: { ...row.facts, name: only.name } } : row;
  });
}
