import { inArray } from 'drizzle-orm';
import { listKeyOf } from '#lib/catalog/bibliography/listed-names.ts';
import { newRecordListing } from '#lib/catalog/visibility/model.ts';
import { now } from '#lib/platform/clock.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { authorNames, authorSlugs, authors } from '#lib/platform/db/schema/authors.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { slugBase, sortName } from '#lib/platform/names/name-key.ts';

export interface NewAuthor {
  name: string;
  /** The family name within it, if a source states it. */
  family?: string | undefined;
  kind: 'person' | 'organisation';
  /** True for a created profile, and for a co-author that only a created profile names. */
  unlisted?: boolean;
}

/**
 * Inserts author records with random permanent ids and free slugs (name, name-2, name-3 …). The caller holds the lock 'authors', so that no
 * concurrent transaction takes a slug.
 * @returns the keys, in the order of `newAuthors`
 */
export async function createAuthors(tx: Writer, newAuthors: readonly NewAuthor[]): Promise<number[]> {
  if (newAuthors.length === 0) return [];
  const at = now();
  const ids = newAuthors.map(() => newId());
  // A profile that only its creator describes gets the plain slug of its name once evidence supports it: it may be another person's.
  const bases = newAuthors.map(({ name, unlisted }, index) => (unlisted ? `${slugBase(name)}-${ids[index]}` : slugBase(name)));
  const slugs = await freeSlugs(tx, bases);
  const newRows = newAuthors.map(({ name, family, kind, unlisted = false }, index) => {
    const identity = {
      id: ids[index] ?? '',
      slug: slugs[index] ?? '',
      kind,
      ...nameFieldsOf({ name, family, kind }),
      createdName: unlisted ? null : name,
    };
    return { ...identity, ...newRecordListing(unlisted), createdAt: at, updatedAt: at };
  });
  const rows = await tx.bulkInsert(authors, newRows, { returning: ['key', 'id'] });
  const keysById = new Map(rows.map(({ key, id }) => [id, key]));
  const keys = ids.map((id) => keysById.get(id) ?? 0);
  const slugRows = keys.map((authorKey, index) => ({ slug: slugs[index] ?? '', authorKey }));
  await tx.bulkInsert(authorSlugs, slugRows);
  return keys;
}

/** A displayed name, and what is derived from it for lists. */
type NameFields = Pick<typeof authors.$inferSelect, 'name' | 'family' | 'sortName' | 'listName'>;

/** Returns the fields of a record with a name. A family name that is no part of the name is ignored. */
export function nameFieldsOf({ name, family, kind }: { name: string; family?: string | null | undefined; kind: string }): NameFields {
  const written = { name, ...(family && { family }), organisation: kind === 'organisation' };
  return { name, family: family || null, sortName: sortName(name), listName: listKeyOf(written) };
}

const slugsPerQuery = 8;

const selectSlugs = (tx: Writer) =>
  tx.select({ slug: authorSlugs.slug }).from(authorSlugs).where(isInList(authorSlugs.slug, 'names')).prepare();

/** Returns the first free slug of base, base-2, base-3 … for each base. No slug is returned twice within one call. */
async function freeSlugs(tx: Writer, bases: readonly string[]): Promise<string[]> {
  const taken = new Set<string>();
  const checkedUpTo = new Map<string, number>();
  const addTaken = async (names: string[]): Promise<void> => {
    const rows = await tx.prepared(selectSlugs, { names: encodeList(names) });
    for (const { slug } of rows) taken.add(slug);
  };
  await addTaken([...new Set(bases)]);
  const slugs: string[] = [];
  for (const base of bases) {
    for (let number = 1; ; number += 1) {
      const slug = number === 1 ? base : `${base}-${number}`;
      if (number > 1 && number > (checkedUpTo.get(base) ?? 1)) {
        await addTaken(Array.from({ length: slugsPerQuery }, (_, ahead) => `${base}-${number + ahead}`));
        checkedUpTo.set(base, number + slugsPerQuery - 1);
      }
      if (taken.has(slug)) continue;
      taken.add(slug);
      slugs.push(slug);
      break;
    }
  }
  return slugs;
}

/** Adds a slug to a record: the first free of base, base-2, base-3 …. A slug is never reassigned. The caller holds the lock 'authors'. */
export async function addSlug(tx: Writer, base: string, authorKey: number): Promise<string> {
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`;
    const [added] = await tx.insert(authorSlugs).values({ slug, authorKey }).onConflictDoNothing().returning({ slug: authorSlugs.slug });
    if (added) return slug;
  }
}

/** A name variant of an author in a source. */
export type NameRow = typeof authorNames.$inferInsert;

/** Adds name variants to records. Existing rows are unchanged. */
export async function addNames(tx: Writer, rows: readonly NameRow[]): Promise<void> {
  await tx.bulkInsert(authorNames, rows, { onConflict: 'ignore' });
}

/** Deletes all name variants of some records. The caller then adds the current ones. */
export async function removeNames(tx: Writer, keys: readonly number[]): Promise<void> {
  for (let start = 0; start < keys.length; start += 1000) {
    await tx.delete(authorNames).where(inArray(authorNames.authorKey, keys.slice(start, start + 1000)));
  }
}
