import { and, eq, sql } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { encodeList, isAnyOf, isInList } from '#lib/platform/db/prepared.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { contexts } from '#lib/platform/db/schema/contexts.ts';
import type { Reader, RowsOf, Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { fold } from '#lib/platform/text/tokenizer.ts';
import type { ContextKind } from '../model/context.ts';
import { contextKey, contextSlug, type NamedContext } from '../model/names.ts';

/** Returns the key that identifies a named context. */
export const contextIdentityOf = ({ kind, nameKey }: Pick<NamedContext, 'kind' | 'nameKey'>): string => `${kind} ${nameKey}`;

/**
 * Returns the keys of named contexts, by `contextIdentityOf`. Inserts missing contexts with a random id and a free slug (acl, acl-2 …), and
 * adds new facts to existing ones. The caller holds the lock 'imports', so that no concurrent transaction takes a name or a slug.
 */
export async function findOrCreateContexts(tx: Writer, requested: readonly NamedContext[]): Promise<Map<string, number>> {
  const keys = new Map<string, number>();
  const contextsByPlace = new Map(requested.map((context) => [contextIdentityOf(context), context]));
  for (const [kind, kindContexts] of Map.groupBy(contextsByPlace.values(), (context) => context.kind)) {
    const rows = await tx.prepared(selectByName, { kind, nameKeys: encodeList(kindContexts.map(({ nameKey }) => nameKey)) });
    const rowsByNameKey = new Map(rows.map((row) => [row.nameKey, row]));
    for (const { nameKey, key } of rows) keys.set(contextIdentityOf({ kind, nameKey }), key);
    const newContexts = kindContexts.filter(({ nameKey }) => !rowsByNameKey.has(nameKey));
    for (const [place, key] of await insertContexts(tx, kind, newContexts)) keys.set(place, key);
    await addNewFacts(tx, kindContexts, rowsByNameKey);
  }
  return keys;
}

const selectByName = (reader: Reader) =>
  reader
    .select(columnsOf(contexts, 'key', 'nameKey', 'name', 'facts'))
    .from(contexts)
    .where(and(eq(contexts.kind, sql.placeholder('kind')), isInList(contexts.nameKey, 'nameKeys')))
    .prepare();
type ContextRow = RowsOf<ReturnType<typeof selectByName>>[number];

/** Assigns the ROR key to institutions that were known by name alone and are now matched. They keep their id and slug. */
async function adoptUnmatched(tx: Writer, named: readonly NamedContext[]): Promise<[place: string, key: number][]> {
  const byName = new Map(named.filter(({ facts }) => facts.ror).map((context) => [contextKey('institution', context.name), context]));
  if (byName.size === 0) return [];
  const rows = await tx.prepared(selectByName, { kind: 'institution', nameKeys: encodeList([...byName.keys()]) });
  const adoptedKeys: [place: string, key: number][] = [];
  for (const { key, nameKey: formerKey } of rows) {
    const context = byName.get(formerKey);
    if (!context) continue;
    const { nameKey, name, facts } = context;
    const change = { nameKey, name, sortName: fold(name), facts, stale: true, updatedAt: now() };
    await tx.update(contexts).set(change).where(eq(contexts.key, key));
    adoptedKeys.push([contextIdentityOf(context), key]);
  }
  return adoptedKeys;
}

async function insertContexts(tx: Writer, kind: ContextKind, named: readonly NamedContext[]): Promise<[place: string, key: number][]> {
  const adopted = kind === 'institution' ? await adoptUnmatched(tx, named) : [];
  const adoptedPlaces = new Set(adopted.map(([place]) => place));
  const missing = named.filter((context) => !adoptedPlaces.has(contextIdentityOf(context)));
  if (missing.length === 0) return adopted;
  const slugs = await freeSlugs(tx, kind, missing.map(contextSlug));
  const at = now();
  const newRows = missing.map(({ nameKey, name, facts }, index) => {
    const slug = slugs[index] ?? '';
    return { id: newId(), kind, slug, nameKey, name, sortName: fold(name), facts, createdAt: at, updatedAt: at };
  });
  const rows = await tx.bulkInsert(contexts, newRows, { returning: ['key', 'nameKey'] });
  return [...adopted, ...rows.map(({ key, nameKey }): [string, number] => [`${kind} ${nameKey}`, key])];
}

const maxSlugCandidates = 12;

/** Returns the first free slug of base, base-2, base-3 … for each base. No slug is returned twice within one call. */
async function freeSlugs(tx: Writer, kind: ContextKind, bases: readonly string[]): Promise<string[]> {
  const candidates = (base: string): string[] => [base, ...Array.from({ length: maxSlugCandidates - 1 }, (_, at) => `${base}-${at + 2}`)];
  const isTaken = and(eq(contexts.kind, kind), isAnyOf(contexts.slug, [...new Set(bases)].flatMap(candidates)));
  const rows = await tx.select({ slug: contexts.slug }).from(contexts).where(isTaken);
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
async function addNewFacts(tx: Writer, requested: readonly NamedContext[], rowsByNameKey: ReadonlyMap<string, ContextRow>): Promise<void> {
  const at = now();
  for (const { nameKey, name, facts } of requested) {
    const row = rowsByNameKey.get(nameKey);
    if (!row) continue;
    const newFacts = Object.entries(facts).filter(([fact, value]) => isNewFact(fact, value, row.facts));
    if (newFacts.length === 0) continue;
    const newName = facts.source || facts.ror || facts.code ? name : row.name;
    const allFacts = { ...row.facts, ...Object.fromEntries(newFacts) };
    await tx
      .update(contexts)
      .set({ facts: allFacts, name: newName, sortName: fold(newName), stale: true, updatedAt: at })
      .where(eq(contexts.key, row.key));
  }
}

/** True if a fact is new. The first code of a category is permanent: "LG" and "cs.LG" must not replace each other at every import. */
const isNewFact = (fact: string, value: string, stored: Record<string, string>): boolean =>
  fact === 'code' ? stored.code === undefined : stored[fact] !== value;

/** Marks contexts as stale for `refreshContexts`, in key order to avoid deadlocks. */
export async function markContextsStale(tx: Writer, keys: Iterable<number>): Promise<void> {
  const sorted = [...new Set(keys)].sort((a, b) => a - b);
  await tx
    .update(contexts)
    .set({ stale: true })
    .where(and(sql`not ${contexts.stale}`, isAnyOf(contexts.key, sorted)));
}
