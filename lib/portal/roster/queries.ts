import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import { affiliationsOf, organisationsAtDomain } from '#lib/governance/claims/queries/institutions.ts';
import { workPrintingAddress } from '#lib/governance/claims/queries/printed.ts';
import { provingRorId } from '#lib/governance/claims/queries/proven-record.ts';
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
 * the operator decides. Shared: other lines have the same record. New: no record has the name.
 */
export type RosterMatch =
  | { kind: 'certain'; record: RosterRecord; by: MatchEvidence }
  | { kind: 'unclear'; candidates: RosterRecord[] }
  | { kind: 'shared'; record: RosterRecord }
  | { kind: 'unknown_profile' }
  | { kind: 'new' };

/** Co-authors in common with a colleague that support the only record of a name. */
const minCommonCoauthors = 2;

const isPerson = and(eq(authors.kind, 'person'), isNull(authors.mergedInto));

/**
 * Matches the people of a staff list to records: each by their own evidence first, then by ties to colleagues, who are in `colleagueOf`.
 * A record that several lines have is nobody's. An earlier match counts, unless its record has neither works nor an owner.
 */
export async function matchRoster(reader: Reader, entries: readonly RosterEntry[]): Promise<RosterMatch[]> {
  const matches: RosterMatch[] = [];
  for (const entry of entries) matches.push(await matchByItself(reader, entry));
  const colleagues = matches.map(colleagueOf).filter((record) => record !== null);
  const areColleagues = tiesOf(
    reader,
    colleagues.filter((record) => colleagues.filter(({ key }) => key === record.key).length === 1),
  );
  for (const [at, match] of matches.entries()) {
    // Ties to a colleague are evidence for the only record of a name; they do not tell namesakes apart.
    const record = match.kind === 'unclear' ? onlyOf(match.candidates) : null;
    if (record && (await areColleagues(record))) matches[at] = { kind: 'certain', record, by: 'colleague' };
  }
  const matched = Map.groupBy(matches, (match) => (match.kind === 'certain' ? match.record.key : null));
  return matches.map((match) =>
    match.kind === 'certain' && (matched.get(match.record.key)?.length ?? 0) > 1 ? { kind: 'shared', record: match.record } : match,
  );
}

const onlyOf = <Each>(list: readonly Each[]): Each | null => (list.length === 1 ? (list[0] ?? null) : null);

/**
 * Returns the record that makes a person of the list a colleague of others: the one that their own evidence gives, or the only record of their
 * name. Ties have both ends: if it supports another only record of a name, that one supports it. Namesakes are nobody's colleagues.
 */
function colleagueOf(match: RosterMatch): RosterRecord | null {
  if (match.kind === 'unclear') return onlyOf(match.candidates);
  return match.kind === 'certain' && match.by !== 'earlier_list' ? match.record : null;
}

async function matchByItself(reader: Reader, entry: RosterEntry): Promise<RosterMatch> {
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
  const candidates = (await namesakesOf(reader, entry.name)).filter(
    ({ orcid }) => entry.orcid === null || orcid === null || orcid === entry.orcid,
  );
  for (const by of ['address', 'institution'] as const) {
    const supported: RosterRecord[] = [];
    for (const record of candidates) if (await isSupported(reader, entry, record, by)) supported.push(record);
    const record = onlyOf(supported);
    if (record) return { kind: 'certain', record, by };
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
  by: 'address' | 'institution',
): Promise<boolean> {
  if (by === 'address') return (await workPrintingAddress(reader, record.key, email)) !== null;
  const ownInstitutions = await affiliationsOf(reader, { key: record.key, rorId: await provingRorId(reader, record) });
  const staffInstitutions = (await organisationsAtDomain(reader, email.slice(email.lastIndexOf('@') + 1))).map((each) => each.rorId);
  return [...staffInstitutions, ...(rorId === null ? [] : [rorId])].some((id) => ownInstitutions.has(id));
}

/** Returns whether a record has joint works with one of some colleagues, or at least two co-authors in common with one. */
function tiesOf(reader: Reader, colleagues: readonly RosterRecord[]): (record: RosterRecord) => Promise<boolean> {
  const known = new Map<number, Promise<Set<number>>>();
  const coauthors = (key: number) => {
    const found = known.get(key) ?? coauthorsOf(reader, key);
    known.set(key, found);
    return found;
  };
  return async ({ key }) => {
    const own = await coauthors(key);
    for (const colleague of colleagues) {
      if (colleague.key === key) continue;
      if (own.has(colleague.key)) return true;
      if (own.intersection(await coauthors(colleague.key)).size >= minCommonCoauthors) return true;
    }
    return false;
  };
}

async function coauthorsOf(reader: Reader, key: number): Promise<Set<number>> {
  const { authorKey, coauthorKey } = coauthorEdges;
  const edges = await rowsOf(reader, coauthorEdges, or(eq(authorKey, key), eq(coauthorKey, key)));
  return new Set(edges.map((edge) => (edge.authorKey === key ? edge.coauthorKey : edge.authorKey)));
}
