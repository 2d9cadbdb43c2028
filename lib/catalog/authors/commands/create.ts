import { inArray } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { authorNames } from '#lib/platform/db/schema/authors.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { slugBase, sortName } from '#lib/platform/names/name-key.ts';

export interface NewAuthor {
  name: string;
  kind: 'person' | 'organisation';
  /** True for a created profile, and for a co-author that only a created profile names. */
  unlisted?: boolean;
}

/**
 * Inserts author records with random permanent ids and free slugs (name, name-2, name-3 …). The caller holds the lock 'authors', so that no
 * concurrent transaction takes a slug.
 * @returns the keys, in the order of `made`
 */
export async function createAuthors(tx: Writer, made: readonly NewAuthor[]): Promise<number[]> {
  if (made.length === 0) return [];
  const names = made.map(({ name }) => slugBase(name));
  const slugs = await freeSlugs(tx, names);
  const at = now();
  const ids = made.map(() => newId());
  const rows = await tx.bulkInsert<{ key: number; id: string }>({
    table: 'authors',
    columns: ['id', 'slug', 'kind', 'name', 'sort_name', 'visibility', 'listed_as', 'sources', 'flags', 'created_at', 'updated_at'],
    rows: made.map(({ name, kind, unlisted }, each) => [
      ...[ids[each], slugs[each], kind, name, sortName(name), unlisted ? 'unlisted' : 'visible', unlisted ? 'nothing' : null],
      ...['[]', '[]', at, at],
    ]),
    returning: ['key', 'id'],
  });
  const keyOf = new Map(rows.map(({ key, id }) => [id, key]));
  const keys = ids.map((id) => keyOf.get(id) ?? 0);
  await tx.bulkInsert({ table: 'author_slugs', columns: ['slug', 'author_key'], rows: keys.map((key, each) => [slugs[each], key]) });
  return keys;
}

const triedAtOnce = 8;

/** Returns the first free slug of base, base-2, base-3 … for each base. No slug is returned twice within one call. */
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

/** Adds a slug to a record: the first free of base, base-2, base-3 …. A slug is never reassigned. The caller holds the lock 'authors'. */
export async function addSlug(tx: Writer, base: string, authorKey: number): Promise<string> {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? base : `${base}-${number}`;
    const text = 'insert into author_slugs (slug, author_key) values (?, ?) on conflict do nothing returning slug';
    if ((await tx.execute<{ slug: string }>(text, [], [free, authorKey])).length > 0) return free;
  }
}

/** A name variant of an author in a source: record key, name, its `nameKey`, number of works, whether in an original script. */
export type NameRow = readonly [authorKey: number, name: string, nameKey: string, works: number, native: boolean];

/** Adds name variants to records. Existing rows are unchanged. */
export async function addNames(tx: Writer, rows: readonly NameRow[]): Promise<void> {
  const columns = ['author_key', 'name', 'name_key', 'works', 'native'];
  await tx.bulkInsert({ table: 'author_names', columns, rows, rowsBy: 'author_key', onConflict: 'on conflict do nothing' });
}

/** Deletes all name variants of some records. The caller then adds the current ones. */
export async function removeNames(tx: Writer, keys: readonly number[]): Promise<void> {
  for (let start = 0; start < keys.length; start += 1000) {
    await tx.delete(authorNames).where(inArray(authorNames.authorKey, keys.slice(start, start + 1000)));
  }
}
