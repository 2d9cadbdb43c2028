import { and, count, eq, gte, inArray, lt } from 'drizzle-orm';
import { listedRecord } from '#lib/catalog/visibility/queries.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { authors, nameSuggestions } from '#lib/platform/db/schema/authors.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import { doubtScore } from '../model/questions.ts';

/**
 * Asks whether the works of records are by one person, where a rule doubts it, and withdraws the question where no rule does any more. It is
 * not asked again once somebody has answered. Idempotent.
 */
export async function askWhichWorks(tx: Writer, authorKeys: readonly number[]): Promise<void> {
  const records = await rowsOf(tx, authors, and(inArray(authors.key, [...authorKeys]), eq(authors.kind, 'person'), listedRecord()));
  const doubted = records.filter(({ flags }) => flags.length > 0);
  const questions: (typeof nameSuggestions.$inferInsert)[] = [];
  for (const { key, flags, listName } of doubted) {
    const score = doubtScore({ flags: flags.length, namesakes: await countNamesakes(tx, listName ?? '') });
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

/** Returns how many listed people have the family name and the first initial of a record. */
async function countNamesakes(reader: Reader, listName: string): Promise<number> {
  const prefix = /^\S+ \S/.exec(listName)?.[0];
  if (!prefix) return 0;
  const isNamesake = and(gte(authors.listName, prefix), lt(authors.listName, `${prefix}\uffff`), listedRecord());
  const [row] = await reader.select({ count: count() }).from(authors).where(isNamesake);
  return row?.count ?? 0;
}
