import { and, count, eq, gte, inArray, lt } from 'drizzle-orm';
import { betweenParts, partsOfKey } from '#lib/catalog/bibliography/listed-names.ts';
import { listedRecord } from '#lib/catalog/visibility/queries.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { authors, nameSuggestions } from '#lib/platform/db/schema/authors.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import { doubtScore, type NameCommonness } from '../model/questions.ts';

/**
 * Asks whether the works of records are by one person, where a rule doubts it, and withdraws the question where no rule does any more. It is
 * not asked again once somebody has answered. Idempotent.
 */
export async function askWhichWorks(tx: Writer, authorKeys: readonly number[]): Promise<void> {
  const records = await rowsOf(tx, authors, and(inArray(authors.key, [...authorKeys]), eq(authors.kind, 'person'), listedRecord()));
  const doubted = records.filter(({ flags }) => flags.length > 0);
  const questions: (typeof nameSuggestions.$inferInsert)[] = [];
  for (const { key, flags, listName, worksCount } of doubted) {
    const score = doubtScore({ flags: flags.length, works: worksCount, name: await nameCommonness(tx, listName ?? '') });
    questions.push({ authorKey: key, otherKey: key, reason: flags.map(({ reason }) => reason).join(' '), score });
  }
  const target: ['authorKey', 'otherKey'] = ['authorKey', 'otherKey'];
  await tx.bulkInsert(nameSuggestions, questions, { onConflict: { target, update: ['reason', 'score'] } });
  const doubtedKeys = new Set(doubted.map(({ key }) => key));
  for (const key of authorKeys) {
    const isOpen = and(eq(nameSuggestions.authorKey, key), eq(nameSuggestions.otherKey, key), eq(nameSuggestions.state, 'open'));
    if (!doubtedKeys.has(key)) await tx.delete(nameSuggestions).where(isOpen);
  }
}

async function nameCommonness(reader: Reader, listName: string): Promise<NameCommonness | null> {
  const parts = partsOfKey(listName);
  if (!parts) return null;
  const family = `${parts.family}${betweenParts}`;
  const given = `${parts.given} `;
  const [ofFamily] = await reader
    .select({ count: count() })
    .from(authors)
    .where(and(gte(authors.listName, family), lt(authors.listName, `${family}\uffff`), listedRecord()));
  // Given names come first in this key.
  const [ofGiven] = await reader
    .select({ count: count() })
    .from(authors)
    .where(and(gte(authors.sortName, given), lt(authors.sortName, `${given}\uffff`), listedRecord()));
  return { sameFamily: ofFamily?.count ?? 0, sameGiven: ofGiven?.count ?? 0 };
}
