import { eq } from 'drizzle-orm';
import { authorIndicators } from '#lib/platform/db/schema/indicators.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type AuthorIndicator, indicatorMethods } from './model/indicator.ts';

/** Returns the indicators of an author: every method once, in the order of the methods page. */
export async function indicatorsOf(reader: Reader, authorKey: number): Promise<AuthorIndicator[]> {
  const rows = await reader.select().from(authorIndicators).where(eq(authorIndicators.authorKey, authorKey));
  return indicatorMethods.map((method) => {
    const row = rows.find((each) => each.method === method);
    return row
      ? { method, value: row.value, works: row.works, computedAt: row.computedAt }
      : { method, value: null, works: 0, computedAt: null };
  });
}
