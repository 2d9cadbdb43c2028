import { and, eq, inArray, or } from 'drizzle-orm';
import { nameSuggestions } from '#lib/platform/db/schema/authors.ts';
import type { Writer } from '#lib/platform/db/store.ts';

/** Pairs of records of which either is one of these: "key key". */
export async function suggestionsOf(tx: Writer, keys: readonly number[]): Promise<string[]> {
  const { authorKey, otherKey } = nameSuggestions;
  const either = or(inArray(authorKey, [...keys]), inArray(otherKey, [...keys]));
  const rows = await tx.select({ authorKey, otherKey }).from(nameSuggestions).where(either);
  return rows.map((row) => `${row.authorKey} ${row.otherKey}`).sort();
}

/** What was suggested while a change was in force came of it. The records are looked at again when they are brought up to date. */
export async function forgetSuggestions(tx: Writer, keys: readonly number[], stood: ReadonlySet<string>): Promise<void> {
  for (const pair of await suggestionsOf(tx, keys)) {
    if (stood.has(pair)) continue;
    const [one = 0, other = 0] = pair.split(' ').map(Number);
    await tx.delete(nameSuggestions).where(and(eq(nameSuggestions.authorKey, one), eq(nameSuggestions.otherKey, other)));
  }
}
