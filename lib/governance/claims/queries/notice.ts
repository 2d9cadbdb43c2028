import { and, eq } from 'drizzle-orm';
import { isSampleOnly } from '#lib/catalog/sources/model.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { authorSources, authors } from '#lib/platform/db/schema/authors.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { noticeDays, noticeDaysFor } from '../model/notice.ts';
import { hasPrintedAddress } from './printed.ts';

/** Returns the days of public notice of a claim to a record. */
export async function noticeDaysOf(reader: Reader, authorId: string): Promise<number> {
  const [author] = await reader.select({ key: authors.key, sources: authors.sources }).from(authors).where(eq(authors.id, authorId));
  if (!author) return noticeDays;
  const { key, sources } = author;
  const contacts = {
    isSample: isSampleOnly(sources),
    isOnStaffList: await hasRow(reader, authorSources, and(eq(authorSources.authorKey, key), eq(authorSources.source, 'roster'))),
    hasPrintedAddress: await hasPrintedAddress(reader, key),
    hasOwningCoauthor: await hasOwningCoauthor(reader, key),
  };
  return noticeDaysFor(contacts, env().CLAIM_LONG_NOTICE_DAYS);
}

/** Whether a co-author owns their profile at L3. */
async function hasOwningCoauthor(reader: Reader, key: number): Promise<boolean> {
  const minLevel = 3;
  const rows = await reader.query<{ level: number | null }>(
    `select (select s.level from trust_snapshots s where s.author_key = a.key order by s.number desc limit 1) as level
     from authors a where a.claim_state = 'claimed' and a.merged_into is null and a.key in
       (select coauthor_key from coauthor_edges where author_key = ? union select author_key from coauthor_edges where coauthor_key = ?)`,
    [],
    [key, key],
  );
  return rows.some(({ level }) => (level ?? 0) >= minLevel);
}
