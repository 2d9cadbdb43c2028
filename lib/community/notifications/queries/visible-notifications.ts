import { inArray } from 'drizzle-orm';
import { hidesField } from '#lib/catalog/statements/queries/hidden-fields.ts';
import { isNotSuppressedText, isSuppressedText } from '#lib/catalog/visibility/queries.ts';
import { invitations } from '#lib/platform/db/schema/invitations.ts';
import type { Reader } from '#lib/platform/db/store.ts';

type Facts = Record<string, string>;

const recordSlugIn = (path: string | undefined): string | null => /^\/(?:authors|claim)\/([^/?#]+)/.exec(path ?? '')?.[1] ?? null;
const suppressedName = 'A profile that is not shown';

/** Returns stored notifications as they are to be shown now: without names hidden since, and with the state of invitations. */
export async function currentNotifications<Row extends { kind: string; facts: Facts }>(
  reader: Reader,
  rows: readonly Row[],
): Promise<Row[]> {
  const idOf = ({ kind, facts }: Row) =>
    kind === 'invitation_received' ? /^\/invitations\/([^/?#]+)/.exec(facts.path ?? '')?.[1] : undefined;
  const visibleRows = await redactHiddenNames(reader, rows);
  const ids = visibleRows.flatMap((row) => idOf(row) ?? []);
  if (ids.length === 0) return visibleRows;
  const selection = { id: invitations.id, state: invitations.state };
  const states = new Map(
    (await reader.select(selection).from(invitations).where(inArray(invitations.id, ids))).map(({ id, state }) => [id, state]),
  );
  return visibleRows.map((row) => {
    const id = idOf(row);
    return id === undefined ? row : { ...row, facts: { ...row.facts, state: states.get(id) ?? 'ended' } };
  });
}

/**
 * Replaces names in stored notifications. A name is replaced if its record has been suppressed since, and by the new name if the
 * owner has changed it and hides the former names. A namesake whose own record is visible keeps the name.
 */
export async function redactHiddenNames<Row extends { facts: Facts }>(reader: Reader, rows: readonly Row[]): Promise<Row[]> {
  const names = [...new Set(rows.flatMap(({ facts }) => facts.name ?? []))];
  if (names.length === 0) return [...rows];
  return withNewNames(reader, await withoutSuppressed(reader, rows, names), names);
}

async function withoutSuppressed<Row extends { facts: Facts }>(reader: Reader, rows: readonly Row[], names: string[]): Promise<Row[]> {
  const hiddenNames = new Set<string>();
  for (const column of ['name', 'source_name']) {
    const text = `select ${column} as name from authors where ${isSuppressedText()} and ${column} in $many`;
    for (const { name } of await reader.query<{ name: string }>(text, names)) hiddenNames.add(name);
  }
  if (hiddenNames.size === 0) return [...rows];
  const hiddenRows = rows.filter(({ facts }) => hiddenNames.has(facts.name ?? ''));
  const namesBySlug = await shownNames(reader, hiddenRows);
  return rows.map((row) => {
    const { name = '', path } = row.facts;
    if (!hiddenNames.has(name)) return row;
    const slug = recordSlugIn(path);
    const names = slug === null ? undefined : namesBySlug.get(slug);
    if (names?.includes(name)) return row;
    return { ...row, facts: { ...row.facts, name: suppressedName, ...(slug === null || names ? {} : { path: '/notifications' }) } };
  });
}

/**
 * Returns the current names of the records that notifications link to, by slug. A notification may link to one record and name another
 * person.
 */
async function shownNames(reader: Reader, rows: readonly { facts: Facts }[]): Promise<Map<string, (string | null)[]>> {
  const slugs = [...new Set(rows.flatMap(({ facts }) => recordSlugIn(facts.path) ?? []))];
  if (slugs.length === 0) return new Map();
  const text = `select slug, name, source_name from authors where slug in $many and ${isNotSuppressedText()}`;
  const authorRows = await reader.query<{ slug: string; name: string; source_name: string | null }>(text, slugs);
  return new Map(authorRows.map(({ slug, name, source_name }) => [slug, [name, source_name]]));
}

interface RenamedRecord {
  key: number;
  name: string;
  source_name: string;
  slug: string;
}

const renamedQuery = `select a.key, a.name, a.source_name, a.slug from authors a
  where a.source_name is not null and a.source_name in $many and ${hidesField('a', 'names')}`;

async function withNewNames<Row extends { facts: Facts }>(reader: Reader, rows: Row[], names: string[]): Promise<Row[]> {
  const recordsByFormerName = Map.groupBy(await reader.query<RenamedRecord>(renamedQuery, names), ({ source_name }) => source_name);
  if (recordsByFormerName.size === 0) return rows;
  const keys = [...recordsByFormerName.values()].flat().map(({ key }) => key);
  const slugRows = await reader.query<{ slug: string; author_key: number }>(
    'select slug, author_key from author_slugs where author_key in $many',
    keys,
  );
  const keyOf = new Map(slugRows.map(({ slug, author_key }) => [slug, author_key]));
  const takenRows = await reader.query<{ name: string }>(`select name from authors where name in $many and ${isNotSuppressedText()}`, [
    ...recordsByFormerName.keys(),
  ]);
  const takenNames = new Set(takenRows.map(({ name }) => name));
  const renamedRows = rows.filter(({ facts }) => recordsByFormerName.has(facts.name ?? ''));
  const namesBySlug = await shownNames(reader, renamedRows);
  return rows.map((row) => {
    const { name = '', path = '' } = row.facts;
    const [slug, records] = [recordSlugIn(path), recordsByFormerName.get(name) ?? []];
    const record = slug === null ? null : records.find((each) => each.key === keyOf.get(slug) || each.slug === slug);
    if (record && slug !== null) return { ...row, facts: { ...row.facts, name: record.name, path: path.replace(slug, record.slug) } };
    // The path is not that of a record, or is that of a record with another name. The name then belongs to the only record that had it,
    // unless a visible record has it now.
    const isElsewhere = slug === null || namesBySlug.get(slug)?.includes(name) === false;
    const [onlyRecord] = records;
    return onlyRecord && records.length === 1 && isElsewhere && !takenNames.has(name)
      ? { ...row, facts: { ...row.facts, name: onlyRecord.name } }
      : row;
  });
}
