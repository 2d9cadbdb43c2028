import { now } from '#lib/platform/clock.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { slugBase, sortName } from '#lib/platform/names/name-key.ts';

export interface NewAuthor {
  name: string;
  kind: 'person' | 'organisation';
}

/**
 * Makes author records with random permanent ids and free slugs (name, name-2, name-3 …).
 * The caller holds 'authors', so that nobody else takes a slug meanwhile.
 * @returns their keys, in the order given
 */
export async function createAuthors(tx: Writer, made: readonly NewAuthor[]): Promise<number[]> {
  if (made.length === 0) return [];
  const slugs = await freeSlugs(
    tx,
    made.map(({ name }) => slugBase(name)),
  );
  const at = now();
  const ids = made.map(() => newId());
  const rows = await tx.bulkInsert<{ key: number; id: string }>({
    table: 'authors',
    columns: ['id', 'slug', 'kind', 'name', 'sort_name', 'sources', 'flags', 'created_at', 'updated_at'],
    rows: made.map(({ name, kind }, each) => [ids[each], slugs[each], kind, name, sortName(name), '[]', '[]', at, at]),
    returning: ['key', 'id'],
  });
  const keyOf = new Map(rows.map(({ key, id }) => [id, key]));
  const keys = ids.map((id) => keyOf.get(id) ?? 0);
  await tx.bulkInsert({ table: 'author_slugs', columns: ['slug', 'author_key'], rows: keys.map((key, each) => [slugs[each], key]) });
  return keys;
}

const triedAtOnce = 8;

/** For each base the first free of base, base-2, base-3 …; none is given twice within the call. */
async function freeSlugs(tx: Writer, bases: readonly string[]): Promise<string[]> {
  const taken = new Set<string>();
  const asked = new Map<string, number>();
  const ask = async (names: string[]): Promise<void> => {
    const rows = await tx.query<{ slug: string }>('select slug from author_slugs where slug in $many', names);
    for (const { slug } of rows) taken.add(slug);
  };
  await ask([...new Set(bases)]);
  const free: string[] = [];
  for (const base of bases) {
    for (let number = 1; ; number += 1) {
      const slug = number === 1 ? base : `${base}-${number}`;
      if (number > 1 && number > (asked.get(base) ?? 1)) {
        await ask(Array.from({ length: triedAtOnce }, (_, ahead) => `${base}-${number + ahead}`));
        asked.set(base, number + triedAtOnce - 1);
      }
      if (taken.has(slug)) continue;
      taken.add(slug);
      free.push(slug);
      break;
    }
  }
  return free;
}

/** Leaves authors to `refreshAuthors`, in the order of their keys, so that two transactions cannot lock each other out. */
export async function markStale(tx: Writer, keys: Iterable<number>): Promise<void> {
  const sorted = [...new Set(keys)].sort((a, b) => a - b);
  await tx.query('update authors set stale = true where not stale and key in $many returning key', sorted);
}

/** Asks for some records, by their ids, to be computed anew: their evidence has changed, or time has passed. */
export async function refreshTrustOf(tx: Writer, ids: readonly string[]): Promise<void> {
  await tx.query('update authors set stale = true, revision = revision + 1 where id in $many returning key', [...ids].sort());
}
