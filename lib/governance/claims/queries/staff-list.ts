import { and, desc, eq } from 'drizzle-orm';
import { firstOf, rowsOf } from '#lib/platform/db/rows.ts';
import { authorSources } from '#lib/platform/db/schema/authors.ts';
import { sourceRecords } from '#lib/platform/db/schema/imports.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { sealPrintedAddress } from '#lib/platform/keys/seal.ts';
import { matchesFullName } from '../model/claim-names.ts';
import { hasWorksOfSources, type ProvenRecord } from './proven-record.ts';

/** Returns the seals of the addresses beside which the operator's staff list names a record. */
export async function staffAddressesOf(reader: Reader, authorKey: number): Promise<Set<string>> {
  const rows = await rowsOf(reader, authorSources, and(eq(authorSources.source, 'roster'), eq(authorSources.authorKey, authorKey)));
  return new Set(rows.map(({ recordId }) => recordId));
}

/**
 * Whether the operator's staff list names a record beside an address. A record without works of sources is also named if the person of the
 * list has its name.
 */
export async function isOnStaffList(reader: Reader, { key, name }: Pick<ProvenRecord, 'key' | 'name'>, address: string): Promise<boolean> {
  const recordId = sealPrintedAddress()(address);
  const isListed = and(eq(authorSources.source, 'roster'), eq(authorSources.recordId, recordId));
  const [listed] = await reader.select({ key: authorSources.authorKey }).from(authorSources).where(isListed);
  if (!listed) return false;
  if (listed.key === key) return true;
  if (await hasWorksOfSources(reader, key)) return false;
  const isEntry = and(eq(sourceRecords.source, 'roster'), eq(sourceRecords.recordId, recordId));
  const entry = await firstOf(reader, sourceRecords, isEntry, desc(sourceRecords.version));
  return entry !== undefined && matchesFullName([(entry.payload as { name?: string }).name ?? ''], [name]);
}
