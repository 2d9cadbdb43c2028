import { now } from '#lib/platform/clock.ts';
import { changingRows } from '#lib/platform/db/changes.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { fold } from '#lib/platform/text/tokenizer.ts';
import type { ContextKind } from '../model/context.ts';
import { contextKey, contextSlug, type NamedContext } from '../model/names.ts';

interface Row {
  key: number;
  kind: string;
  name_key: string;
  name: string;
  facts: unknown;
}

/** Returns the key that identifies a named context. */
export const placeOf = ({ kind, nameKey }: Pick<NamedContext, 'kind' | 'nameKey'>): string => `${kind} ${nameKey}`;

export const factsIn = (stored: unknown): Record<string, string> =>
  (typeof stored === 'string' ? JSON.parse(stored) : stored) as Record<string, string>;

/**
 * Returns the keys of named contexts, by `placeOf`. Inserts missing contexts with a random id and a free slug (acl, acl-2 …), and adds new
 * facts to existing ones. The caller holds the lock 'imports', so that no concurrent transaction takes a name or a slug.
 */
export async function contextsNamed(tx: Writer, requested: readonly NamedContext[]): Promise<Map<string, number>> {
  const keys = new Map<string, number>();
  const named = new Map(requested.map((context) => [placeOf(context), context]));
  for (const [kind, some] of Map.groupBy(named.values(), (context) => context.kind)) {
    const text = 'select key, kind, name_key, name, facts from contexts where kind = ? and name_key in $many';
    const rows = await tx.query<Row>(
      text,
      some.map(({ nameKey }) => nameKey),
      [kind],
    );
    const known = new Map(rows.map((row) => [row.name_key, row]));
    for (const row of rows) keys.set(`${kind} ${row.name_key}`, row.key);
    for (const [place, key] of await made(
      tx,
      kind,
      some.filter(({ nameKey }) => !known.has(nameKey)),
    ))
      keys.set(place, key);
    await learn(tx, some, known);
  }
  return keys;
}

/** Assigns the ROR key to institutions that were known by name alone and are now matched. They keep their id and slug. */
async function adopted(tx: Writer, contexts: readonly NamedContext[]): Promise<[place: string, key: number][]> {
  const byName = new Map(contexts.filter(({ facts }) => facts.ror).map((context) => [contextKey('institution', context.name), context]));
  if (byName.size === 0) return [];
  const text = "select key, name_key from contexts where kind = 'institution' and name_key in $many";
  const rows = await tx.query<{ key: number; name_key: string }>(text, [...byName.keys()]);
  const found: [place: string, key: number][] = [];
  for (const { key, name_key } of rows) {
    const context = byName.get(name_key);
    if (!context) continue;
    const { nameKey, name, facts } = context;
    const change =
      'update contexts set name_key = ?, name = ?, sort_name = ?, facts = ?, stale = true, updated_at = ? where key = ? returning key';
    await tx.execute(change, [], [nameKey, name, fold(name), JSON.stringify(facts), now(), key]);
    found.push([placeOf(context), key]);
  }
  return found;
}

async function made(tx: Writer, kind: ContextKind, named: readonly NamedContext[]): Promise<[place: string, key: number][]> {
  const kept = kind === 'institution' ? await adopted(tx, named) : [];
  const places = new Set(kept.map(([place]) => place));
  const contexts = named.filter((context) => !places.has(placeOf(context)));
  if (contexts.length === 0) return kept;
  const slugs = await freeSlugs(tx, kind, contexts.map(contextSlug));
  const at = now();
  const rows = await tx.bulkInsert<{ key: number; name_key: string }>({
    table: 'contexts',
    columns: ['id', 'kind', 'slug', 'name_key', 'name', 'sort_name', 'facts', 'created_at', 'updated_at'],
    rows: contexts.map(({ nameKey, name, facts }, each) => [
      ...[newId(), kind, slugs[each], nameKey, name, fold(name), JSON.stringify(facts), at, at],
    ]),
    returning: ['key', 'name_key'],
  });
  return [...kept, ...rows.map(({ key, name_key }): [string, number] => [`${kind} ${name_key}`, key])];
}

const maxAsked = 12;

/** Returns the first free slug of base, base-2, base-3 … for each base. No slug is returned twice within one call. */
async function freeSlugs(tx: Writer, kind: ContextKind, bases: readonly string[]): Promise<string[]> {
  const candidates = (base: string): string[] => [base, ...Array.from({ length: maxAsked - 1 }, (_, at) => `${base}-${at + 2}`)];
  const text = 'select slug from contexts where kind = ? and slug in $many';
  const rows = await tx.query<{ slug: string }>(text, [...new Set(bases)].flatMap(candidates), [kind]);
  const taken = new Set(rows.map(({ slug }) => slug));
  return bases.map((base) => {
    const slug = candidates(base).find((each) => !taken.has(each)) ?? `${base}-${newId()}`;
    taken.add(slug);
    return slug;
  });
}

/**
 * Adds new facts to known contexts. The name is replaced only if a source lists the venue, or by the registry or a category code; these are
 * more reliable than a title. Existing facts stay.
 */
async function learn(tx: Writer, requested: readonly NamedContext[], known: ReadonlyMap<string, Row>): Promise<void> {
  const at = now();
  for (const { nameKey, name, facts } of requested) {
    const row = known.get(nameKey);
    if (!row) continue;
    const before = factsIn(row.facts);
    const added = Object.entries(facts).filter(([fact, value]) => isNews(fact, value, before));
    if (added.length === 0) continue;
    const better = facts.source || facts.ror || facts.code ? name : row.name;
    const text = 'update contexts set facts = ?, name = ?, sort_name = ?, stale = true, updated_at = ? where key = ? returning key';
    await tx.execute(text, [], [JSON.stringify({ ...before, ...Object.fromEntries(added) }), better, fold(better), at, row.key]);
  }
}

/** True if a fact is new. The first code of a category is permanent: "LG" and "cs.LG" must not replace each other at every import. */
const isNews = (fact: string, value: string, before: Record<string, string>): boolean =>
  fact === 'code' ? before.code === undefined : before[fact] !== value;

/** Marks contexts as stale for `refreshContexts`, in key order to avoid deadlocks. */
export async function markContextsStale(tx: Writer, keys: Iterable<number>): Promise<void> {
  const sorted = [...new Set(keys)].sort((a, b) => a - b);
  const text = 'update contexts set stale = true where not stale and key in $many returning key';
  await changingRows(
    'contexts',
    () => tx.execute<{ key: number }>(text, sorted),
    (marked) => marked.map(({ key }) => key),
  );
}
