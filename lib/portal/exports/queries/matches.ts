import { setImmediate as turn } from 'node:timers/promises';
import { identifierSchemes, sourceIds } from '#lib/catalog/sources/model.ts';
import { hidesField } from '#lib/catalog/statements/queries/hidden-fields.ts';
import { isUnlisted, isVisibleRecord, type Visibility } from '#lib/catalog/visibility/model.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';
import type { PersonIds, PortableWork } from '../model/format.ts';
import { type Candidate, type Match, type MatchMethod, matchOf } from '../model/record-matching.ts';
import { chunksOf } from './refs.ts';

type PersonToMatch = { id: string } & PersonIds;

/** Returns the rows of a query for a long list, in chunks, and yields to the event loop between them. */
async function rowsFor<Row>(reader: Reader, text: string, values: Iterable<string | number>, args: unknown[] = []): Promise<Row[]> {
  const rows: Row[] = [];
  for (const batch of chunksOf(values)) {
    rows.push(...(await reader.query<Row>(text, batch, args)));
    await turn();
  }
  return rows;
}

const addTo = <Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void => {
  const existing = map.get(key);
  if (existing) existing.push(value);
  else map.set(key, [value]);
};

/** Only sources and schemes known here are queried, which bounds the number of queries for an untrusted archive. */
const isSource = (name: string): boolean => sourceIds.some((known) => known === name);
const isScheme = (name: string): boolean => identifierSchemes.some((known) => known === name);

const lookups = {
  identifier: 'select value, work_key from work_identifiers where scheme = ? and value in $many',
  source: 'select record_id as value, work_key from work_sources where source = ? and record_id in $many',
};

interface LookupKey {
  id: string;
  by: keyof typeof lookups;
  /** Scheme or source. */
  of: string;
  value: string;
}

/** Returns lookup keys for portable works: their identifiers, followed by the sources' ids. */
const lookupKeysOf = (works: readonly PortableWork[]): LookupKey[] => [
  ...works.flatMap(({ id, identifiers }) =>
    identifiers
      .filter(({ scheme }) => isScheme(scheme))
      .map(({ scheme, value }): LookupKey => ({ id, by: 'identifier', of: scheme, value })),
  ),
  ...works.flatMap(({ id, sources }) =>
    sources.filter(({ source }) => isSource(source)).map(({ source, id: value }): LookupKey => ({ id, by: 'source', of: source, value })),
  ),
];

/** Returns the keys of the matching works here by portable work id; several if this instance has it as two works. */
export async function matchingWorks(reader: Reader, works: readonly PortableWork[]): Promise<Map<string, number[]>> {
  const keysOf = new Map<string, number[]>();
  const ids = works.map(({ id }) => id);
  const sameIdRows = await rowsFor<{ key: number; id: string }>(reader, 'select key, id from works where id in $many', ids);
  for (const { key, id } of sameIdRows) addTo(keysOf, id, key);
  for (const lookupKeys of Map.groupBy(lookupKeysOf(works), ({ by, of }) => `${by} ${of}`).values()) {
    const { by, of } = lookupKeys[0] as LookupKey;
    const byValue = Map.groupBy(lookupKeys, ({ value }) => value);
    const rows = await rowsFor<{ value: string; work_key: number }>(reader, lookups[by], byValue.keys(), [of]);
    for (const { value, work_key } of rows)
      for (const { id } of byValue.get(value) ?? []) if (!keysOf.get(id)?.includes(work_key)) addTo(keysOf, id, work_key);
  }
  return keysOf;
}

/** Keys of matching records by method and by the person's index in the list. */
type MatchingKeys = Record<MatchMethod, Map<number, number[]>>;

type FoundCandidates = Partial<Record<MatchMethod, readonly Candidate[]>>;

/**
 * Matches each person of an archive to a record, within what the account may know. Anybody can write an archive, so a match must not
 * disclose anything: identifiers that an owner hides match only for that owner. An unlisted record of somebody else matches by id only. A
 * suppressed record never matches.
 */
export async function matchesOf(reader: Reader, { accountId }: Actor, people: readonly PersonToMatch[]): Promise<Match[]> {
  const matchingKeys: MatchingKeys = { id: new Map(), orcid: new Map(), person_id: new Map(), works: new Map() };
  await matchById(reader, people, matchingKeys);
  await matchBySourceIds(reader, people, matchingKeys);
  const { id, orcid, person_id } = matchingKeys;
  const candidateOf = await candidates(reader, accountId, keysIn(id, orcid, person_id));
  const candidatesById: FoundCandidates[] = people.map((_, index) => {
    const candidatesBy = (method: MatchMethod): Candidate[] =>
      (matchingKeys[method].get(index) ?? []).flatMap((key) => candidateOf(key, method) ?? []);
    return { id: candidatesBy('id'), orcid: candidatesBy('orcid'), person_id: candidatesBy('person_id') };
  });
  const worksToMatch = people.map(({ works }, index) =>
    Object.values(candidatesById[index] ?? {}).some(({ length }) => length > 0) ? [] : works,
  );
  await matchByWorks(reader, accountId, worksToMatch, matchingKeys);
  const signerOf = await candidates(reader, accountId, keysIn(matchingKeys.works));
  return people.map(({ orcids }, index) =>
    matchOf(orcids, {
      ...candidatesById[index],
      works: (matchingKeys.works.get(index) ?? []).flatMap((key) => signerOf(key, 'works') ?? []),
    }),
  );
}

const keysIn = (...maps: readonly Map<number, number[]>[]): number[] => maps.flatMap((method) => [...method.values()].flat());

async function matchById(reader: Reader, people: readonly PersonToMatch[], matchingKeys: MatchingKeys): Promise<void> {
  const ids = people.map(({ id }) => id);
  const rows = await rowsFor<{ key: number; id: string }>(reader, 'select key, id from authors where id in $many', ids);
  const keyOf = new Map(rows.map(({ id, key }) => [id, key]));
  for (const [at, { id }] of people.entries()) {
    const key = keyOf.get(id);
    if (key !== undefined) addTo(matchingKeys.id, at, key);
  }
}

// If a source gives no person id, the key of the name is stored instead. It does not identify anybody.
const authorsBySource = `select s.record_id, s.author_key from author_sources s where s.source = ? and s.record_id in $many and s.record_id not like '~%'
  and not exists (select 1 from author_names n where n.author_key = s.author_key and n.name_key = s.record_id)`;

async function matchBySourceIds(reader: Reader, people: readonly PersonToMatch[], matchingKeys: MatchingKeys): Promise<void> {
  const idsBySource = new Map<string, Map<string, number[]>>();
  const addId = (source: string, id: string, index: number): void => {
    const ids = idsBySource.get(source) ?? new Map<string, number[]>();
    idsBySource.set(source, ids);
    addTo(ids, id, index);
  };
  for (const [index, person] of people.entries()) {
    for (const orcid of person.orcids) addId('orcid', orcid, index);
    for (const { source, id } of person.people) if (source !== 'orcid' && isSource(source)) addId(source, id, index);
  }
  for (const [source, ids] of idsBySource) {
    const rows = await rowsFor<{ record_id: string; author_key: number }>(reader, authorsBySource, ids.keys(), [source]);
    for (const { record_id, author_key } of rows) {
      for (const index of ids.get(record_id) ?? [])
        addTo(source === 'orcid' ? matchingKeys.orcid : matchingKeys.person_id, index, author_key);
    }
  }
}

interface AuthorshipRow {
  work_key: number;
  author_key: number;
  position: number | null;
  name_as_written: string;
}

/** Authorships under the names that are shown: the record's name if its owner hides name variants. */
const authorshipsByWork = `select w.work_key, w.author_key, w.position, case when ${hidesField('a', 'names')} and coalesce(a.owner_id, '') <> ?
  then a.name else w.name_as_written end as name_as_written
  from authorships w join authors a on a.key = w.author_key where w.work_key in $many and w.state <> 'not_mine'`;

async function matchByWorks(
  reader: Reader,
  accountId: string,
  worksToMatch: readonly PersonIds['works'][],
  matchingKeys: MatchingKeys,
): Promise<void> {
  const keysOf = await matchingWorks(reader, worksToMatch.flat());
  const authorshipsOf = Map.groupBy(
    await rowsFor<AuthorshipRow>(reader, authorshipsByWork, [...keysOf.values()].flat(), [accountId]),
    ({ work_key }) => work_key,
  );
  for (const [at, works] of worksToMatch.entries()) {
    for (const { id, as, position } of works) {
      const name = nameKey(as);
      const sameNameRows = (keysOf.get(id) ?? [])
        .flatMap((key) => authorshipsOf.get(key) ?? [])
        .filter(
          (row) => name !== '' && nameKey(row.name_as_written) === name && (position === null || (row.position ?? position) === position),
        );
      for (const { author_key } of sameNameRows) addTo(matchingKeys.works, at, author_key);
    }
  }
}

interface Row {
  key: number;
  id: string;
  slug: string;
  name: string;
  visibility: Visibility;
  merged_into: number | null;
  keeps_orcid: number | boolean;
  keeps_names: number | boolean;
  owner_id: string | null;
}

const recordsByKey = `select a.key, a.id, a.slug, a.name, a.visibility, a.merged_into, a.owner_id,
  ${hidesField('a', 'orcid')} as keeps_orcid, ${hidesField('a', 'names')} as keeps_names from authors a where a.key in $many`;

const maxMerges = 5;

/**
 * Returns the records that the account may find, by the method that matched. A merged record is replaced by its target. Suppressed records
 * are excluded, and records whose owner hides what they were matched by.
 */
async function candidates(
  reader: Reader,
  accountId: string,
  keys: readonly number[],
): Promise<(key: number, method: MatchMethod) => Candidate | null> {
  const rows = new Map<number, Row>();
  let pending = [...new Set(keys)];
  for (let steps = 0; pending.length > 0 && steps < maxMerges; steps += 1) {
    const batch = await rowsFor<Row>(reader, recordsByKey, pending);
    for (const row of batch) rows.set(row.key, row);
    pending = [...new Set(batch.flatMap(({ merged_into }) => (merged_into !== null && !rows.has(merged_into) ? merged_into : [])))];
  }
  const idRows = await rowsFor<{ author_key: number; record_id: string }>(
    reader,
    "select author_key, record_id from author_sources where source = 'orcid' and author_key in $many",
    rows.keys(),
  );
  const orcids = Map.groupBy(idRows, ({ author_key }) => author_key);
  return (key, method) => {
    let row = rows.get(key);
    for (let steps = 0; row?.merged_into != null && steps < maxMerges; steps += 1) row = rows.get(row.merged_into);
    if (!row || !isVisibleRecord({ mergedInto: row.merged_into, visibility: row.visibility })) return null;
    const { id, slug, name } = row;
    // An unlisted record is found only by its owner, and by people who know its id.
    if (isUnlisted(row) && method !== 'id' && row.owner_id !== accountId) return null;
    const [keepsOrcid, keepsNames] = [row.keeps_orcid, row.keeps_names].map((keeps) => keeps && row.owner_id !== accountId);
    if ((method === 'orcid' && keepsOrcid) || (method === 'person_id' && keepsNames)) return null;
    const shownOrcids = keepsOrcid ? [] : (orcids.get(row.key) ?? []);
    return { key: row.key, id, slug, name, orcids: shownOrcids.map(({ record_id }) => record_id) };
  };
}
