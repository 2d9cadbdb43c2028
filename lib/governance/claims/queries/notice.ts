import { and, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { controlLevel } from '#lib/catalog/powers/model.ts';
import { ownersWith } from '#lib/catalog/powers/queries.ts';
import { isSampleOnly } from '#lib/catalog/sources/model.ts';
import { hasRow, idsOf } from '#lib/platform/db/rows.ts';
import { authorSources, authors } from '#lib/platform/db/schema/authors.ts';
import { coauthorEdges } from '#lib/platform/db/schema/graph.ts';
import { trustSnapshots } from '#lib/platform/db/schema/trust.ts';
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
  const level = reader
    .select({ level: trustSnapshots.level })
    .from(trustSnapshots)
    .where(eq(trustSnapshots.authorKey, authors.key))
    .orderBy(desc(trustSnapshots.number))
    .limit(1);
  const rows = await reader
    .select({ level: sql<number | null>`(${level})` })
    .from(authors)
    .where(isOwnedCoauthor(reader, key));
  return rows.some((row) => (row.level ?? 0) >= controlLevel);
}

/** Matches the records that have an owner and share a work with a record. */
function isOwnedCoauthor(reader: Reader, key: number): SQL | undefined {
  const { authorKey, coauthorKey } = coauthorEdges;
  const greater = reader.select({ key: coauthorKey }).from(coauthorEdges).where(eq(authorKey, key));
  const smaller = reader.select({ key: authorKey }).from(coauthorEdges).where(eq(coauthorKey, key));
  const isCoauthor = or(inArray(authors.key, greater), inArray(authors.key, smaller));
  return and(eq(authors.claimState, 'claimed'), isNull(authors.mergedInto), isCoauthor);
}

/** Whether an account owns the profile of a co-author and has shown control of it, so that its objection stops the clock of a notice. */
export async function ownsCoauthor(reader: Reader, accountId: string, key: number): Promise<boolean> {
  const rows = await reader
    .select({ id: authors.id })
    .from(authors)
    .where(and(eq(authors.ownerId, accountId), isOwnedCoauthor(reader, key)));
  return (await ownersWith(reader, idsOf(rows), 'confirm')).size > 0;
}
