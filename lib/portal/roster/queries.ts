import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import { affiliationsOf, organisationsAtDomain } from '#lib/governance/claims/queries/institutions.ts';
import { workPrintingAddress } from '#lib/governance/claims/queries/printed.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { authorNames, authorSources, authors } from '#lib/platform/db/schema/authors.ts';
import { coauthorEdges } from '#lib/platform/db/schema/graph.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { sealPrintedAddress } from '#lib/platform/keys/seal.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';
import type { RosterEntry } from './model.ts';

export type RosterRecord = typeof authors.$inferSelect;

/** How a person of a staff list was matched. */
export type MatchEvidence = 'file' | 'earlier_list' | 'orcid' | 'address' | 'institution' | 'colleague';

/**
 * The profile of a person of a staff list. Certain: one record, by evidence beside the name. Unclear: records with the name, between which
 * the operator decides. New: no record has the name.
 */
export type RosterMatch =
  | { kind: 'certain'; record: RosterRecord; by: MatchEvidence }
  | { kind: 'unclear'; candidates: RosterRecord[] }
  | { kind: 'unknown_profile' }
  | { kind: 'new' };

/** Co-authors in common with a colleague that support the only record of a name. */
const minCommonCoauthors = 2;

const isPerson = and(eq(authors.kind, 'person'), isNull(authors.mergedInto));

/** Matches the people of a staff list to records. An earlier match counts, unless its record has neither works nor an owner. */
export async function matchRoster(reader: Reader, entries: readonly RosterEntry[]): Promise<RosterMatch[]> {
  const namesakes = new Map<RosterEntry, RosterRecord[]>();
  for (const entry of entries) namesakes.set(entry, await namesakesOf(reader, entry.name));
  const matches: RosterMatch[] = [];
  for (const entry of entries) {
    const colleagues = entries.filter((other) => other !== entry).flatMap((other) => namesakes.get(other) ?? []);
    matches.push(await matchEntry(reader, entry, { namesakes: namesakes.get(entry) ?? [], colleagues }));
  }
  return matches;
}

async function matchEntry(
  reader: Reader,
  entry: RosterEntry,
  { namesakes, colleagues }: { namesakes: RosterRecord[]; colleagues: RosterRecord[] },
): Promise<RosterMatch> {
  const earlier = await earlierMatch(reader, entry);
  const stayNew: RosterMatch = earlier ? { kind: 'certain', record: earlier, by: 'earlier_list' } : { kind: 'new' };
  if (entry.profile === 'new') return stayNew;
  if (entry.profile !== null) {
    const [record] = await rowsOf(reader, authors, and(isPerson, eq(authors.slug, entry.profile)));
    return record ? { kind: 'certain', record, by: 'file' } : { kind: 'unknown_profile' };
  }
  if (earlier && (earlier.worksCount > 0 || earlier.ownerId !== null)) return stayNew;
  const byOrcid = entry.orcid === null ? [] : await recordsWithOrcid(reader, entry.orcid);
  if (byOrcid[0])
    return byOrcid.length === 1 ? { kind: 'certain', record: byOrcid[0], by: 'orcid' } : { kind: 'unclear', candidates: byOrcid };
  // A record with another iD is somebody else.
  const candidates = namesakes.filter(({ orcid }) => entry.orcid === null || orcid === null || orcid === entry.orcid);
  for (const by of ['address', 'institution', 'colleague'] as const) {
    const supported: RosterRecord[] = [];
    for (const record of candidates) if (await isSupported(reader, entry, record, by, colleagues)) supported.push(record);
    // Ties to a colleague are evidence for the only record of a name; they do not tell namesakes apart.
    const [record] = by === 'colleague' && candidates.length > 1 ? [] : supported;
    if (record && supported.length === 1) return { kind: 'certain', record, by };
  }
  return candidates.length > 0 ? { kind: 'unclear', candidates } : stayNew;
}

/** Returns the listed people with works, one of whose written names is the same. */
async function namesakesOf(reader: Reader, name: string): Promise<RosterRecord[]> {
  const key = nameKey(name);
  if (key === '') return [];
  const isWritten = inArray(
    authors.key,
    reader.select({ key: authorNames.authorKey }).from(authorNames).where(eq(authorNames.nameKey, key)),
  );
  return rowsOf(reader, authors, and(isPerson, gt(authors.worksCount, 0), isWritten));
}

/** Returns the record to which an earlier list has matched the person; null if none has. */
export async function earlierMatch(reader: Reader, { email }: RosterEntry): Promise<RosterRecord | null> {
  const isEntry = and(eq(authorSources.source, 'roster'), eq(authorSources.recordId, sealPrintedAddress()(email)));
  const [row] = await reader
    .select({ author: authors })
    .from(authorSources)
    .innerJoin(authors, eq(authors.key, authorSources.authorKey))
    .where(isEntry);
  return row?.author ?? null;
}

async function recordsWithOrcid(reader: Reader, orcid: string): Promise<RosterRecord[]> {
  const isStated = inArray(
    authors.key,
    reader
      .select({ key: authorSources.authorKey })
      .from(authorSources)
      .where(and(eq(authorSources.source, 'orcid'), eq(authorSources.recordId, orcid))),
  );
  return rowsOf(reader, authors, and(isPerson, or(eq(authors.orcid, orcid), isStated)));
}

async function isSupported(
  reader: Reader,
  { email, rorId }: RosterEntry,
  record: RosterRecord,
  by: 'address' | 'institution' | 'colleague',
  colleagues: readonly RosterRecord[],
): Promise<boolean> {
  if (by === 'address') return (await workPrintingAddress(reader, record.key, email)) !== null;
  if (by === 'colleague') return isTiedTo(reader, record, colleagues);
  const ownInstitutions = await affiliationsOf(reader, { key: record.key, rorId: record.affiliation?.rorId ?? null });
  const staffInstitutions = (await organisationsAtDomain(reader, email.slice(email.lastIndexOf('@') + 1))).map((each) => each.rorId);
  return [...staffInstitutions, ...(rorId === null ? [] : [rorId])].some((id) => ownInstitutions.has(id));
}

/** Returns whether a record has joint works with a colleague, or at least two co-authors in common with one. */
async function isTiedTo(reader: Reader, { key }: RosterRecord, colleagues: readonly RosterRecord[]): Promise<boolean> {
  const own = await coauthorsOf(reader, key);
  for (const colleague of colleagues) {
    if (own.has(colleague.key)) return true;
    if (own.intersection(await coauthorsOf(reader, colleague.key)).size >= minCommonCoauthors) return true;
  }
  return false;
}

async function coauthorsOf(reader: Reader, key: number): Promise<Set<number>> {
  const { authorKey, coauthorKey } = coauthorEdges;
  const edges = await rowsOf(reader, coauthorEdges, or(eq(authorKey, key), eq(coauthorKey, key)));
  return new Set(edges.map((edge) => (edge.authorKey === key ? edge.coauthorKey : edge.authorKey)));
}
