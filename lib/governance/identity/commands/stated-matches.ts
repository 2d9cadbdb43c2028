import { and, eq, inArray, isNull } from 'drizzle-orm';
import { unlisted } from '#lib/catalog/visibility/queries.ts';
import { authors, nameSuggestions } from '#lib/platform/db/schema/authors.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';
import { areTied, selectPeopleNamed } from './suggest-same-person.ts';

/**
 * Stores which known people the co-authors of added works probably are: those whose name nobody else here has, and who have signed with the
 * owner or share an institution. Only the owner's statement connects them, so the match is shown to nobody and nobody is asked, until a
 * source brings the work and names them itself.
 */
export async function storeStatedMatches(tx: Writer, ownerKey: number, workIds: readonly string[]): Promise<void> {
  const named = await tx
    .selectDistinct({ key: authors.key, name: authorships.nameAsWritten })
    .from(authorships)
    .innerJoin(works, and(eq(works.key, authorships.workKey), inArray(works.id, [...workIds])))
    .innerJoin(authors, and(eq(authors.key, authorships.authorKey), unlisted(), isNull(authors.ownerId)))
    .where(eq(authorships.source, 'owner'));
  const matches: (typeof nameSuggestions.$inferInsert)[] = [];
  for (const { key, name } of named) {
    const [known, ...others] = await selectPeopleNamed(tx, [nameKey(name)], key);
    if (!known || others.length > 0 || !(await areTied(tx, known.key, ownerKey))) continue;
    const [authorKey, otherKey] = [Math.min(key, known.key), Math.max(key, known.key)];
    matches.push({ authorKey, otherKey, reason: 'an owner’s added work names a person of this name', state: 'stated' });
  }
  await tx.bulkInsert(nameSuggestions, matches, { onConflict: 'ignore' });
}
