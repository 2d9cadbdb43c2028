import { and, eq, inArray, or } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { hasRow, idsOf, keysOf, rowsOf } from '#lib/platform/db/rows.ts';
import { authors, nameSuggestions } from '#lib/platform/db/schema/authors.ts';
import { identityChanges } from '#lib/platform/db/schema/identity.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';

type Answer = 'apart' | 'whole';

const pairOf = (one: number, other: number) => ({ authorKey: Math.min(one, other), otherKey: Math.max(one, other) });

/** Stores the answer to a question about two records, or about one and itself. It stays through imports, and the question is not asked again. */
export async function storeAnswer(
  tx: Writer,
  [one, other]: readonly [number, number],
  { state, decidedBy }: { state: Answer; decidedBy: 'owner' | 'reviewer' },
): Promise<void> {
  const answer = { state, decidedBy, decidedAt: now() };
  const target = [nameSuggestions.authorKey, nameSuggestions.otherKey];
  await tx
    .insert(nameSuggestions)
    .values({ ...pairOf(one, other), reason: '', ...answer })
    .onConflictDoUpdate({ target, set: answer });
}

/** Returns the keys and ids of a record and all that were merged into it. */
async function withMerged(reader: Reader, key: number): Promise<{ keys: number[]; ids: string[] }> {
  const family = await rowsOf(reader, authors, eq(authors.key, key));
  for (let last = family; last.length > 0; ) {
    last = await rowsOf(reader, authors, inArray(authors.mergedInto, keysOf(last)));
    family.push(...last);
  }
  return { keys: keysOf(family), ids: idsOf(family) };
}

/** Whether somebody has decided that two records are two people, by an answer or by a split, also of records that were merged into them. */
export async function areDecidedApart(reader: Reader, one: number, other: number): Promise<boolean> {
  const [first, second] = [await withMerged(reader, one), await withMerged(reader, other)];
  const { authorKey, otherKey, state } = nameSuggestions;
  const isPair = or(
    and(inArray(authorKey, first.keys), inArray(otherKey, second.keys)),
    and(inArray(authorKey, second.keys), inArray(otherKey, first.keys)),
  );
  if (await hasRow(reader, nameSuggestions, and(isPair, eq(state, 'apart')))) return true;
  const { authorId, otherId, kind } = identityChanges;
  const isBetween = or(
    and(inArray(authorId, first.ids), inArray(otherId, second.ids)),
    and(inArray(authorId, second.ids), inArray(otherId, first.ids)),
  );
  const isSplit = and(eq(kind, 'split'), inArray(identityChanges.state, ['applied', 'settled']));
  return hasRow(reader, identityChanges, and(isBetween, isSplit));
}
