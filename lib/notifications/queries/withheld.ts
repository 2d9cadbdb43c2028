import type { Reader } from '../../db/store.ts';

type Facts = Record<string, string>;

const recordIn = (path: string | undefined): string | null => /^\/(?:authors|claim)\/([^/?#]+)/.exec(path ?? '')?.[1] ?? null;
const withheldName = 'A record that is not shown';

/**
 * Notices as they may be read today. They keep the name that a record had when they were written; where that record's name is suppressed
 * by now, they tell what happened without it. A namesake whose own record is shown keeps the name.
 */
export async function withoutHidden<Row extends { facts: Facts }>(reader: Reader, rows: readonly Row[]): Promise<Row[]> {
  const names = [...new Set(rows.flatMap(({ facts }) => facts.name ?? []))];
  if (names.length === 0) return [...rows];
  // The literal lets both engines use the index of suppressed records, of which there are few.
  const found = await reader.lookup<{ name: string }>("select name from authors where visibility = 'suppressed' and name in $many", names);
  const hidden = new Set(found.map(({ name }) => name));
  if (hidden.size === 0) return [...rows];
  const about = rows.filter(({ facts }) => hidden.has(facts.name ?? ''));
  const slugs = [...new Set(about.flatMap(({ facts }) => recordIn(facts.path) ?? []))];
  const shown =
    slugs.length === 0
      ? []
      : await reader.lookup<{ slug: string }>("select slug from authors where slug in $many and visibility <> 'suppressed'", slugs);
  const isShown = new Set(shown.map(({ slug }) => slug));
  return rows.map((row) => {
    if (!hidden.has(row.facts.name ?? '')) return row;
    const slug = recordIn(row.facts.path);
    if (slug !== null && isShown.has(slug)) return row;
    return { ...row, facts: { ...row.facts, name: withheldName, ...(slug === null ? {} : { path: '/notifications' }) } };
  });
}
