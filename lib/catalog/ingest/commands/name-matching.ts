import { addNames, createAuthors, type NameRow, type NewAuthor } from '#lib/catalog/authors/commands/create.ts';
import { addOrcid } from '#lib/catalog/authors/commands/fields.ts';
import type { ResolutionRule } from '#lib/catalog/authors/model/author.ts';
import { isOrganisationName, tidyOrganisationName } from '#lib/catalog/bibliography/name-words.ts';
import {
  type ImportedName,
  personIdSourceOf,
  personKey,
  type SourceId,
  type SourcePeople,
  writtenNameKey,
} from '#lib/catalog/sources/model.ts';
import type { ResolvedName } from '#lib/catalog/works/model/resolve.ts';
import { isDescribing } from '#lib/catalog/works/model/source-precedence.ts';
import { authorSources } from '#lib/platform/db/schema/authors.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { differsInCaseOnly, nameKey, slugBase } from '#lib/platform/names/name-key.ts';
import { type KnownPerson, type ListedName, matchKnownPeople } from './known-people.ts';
import { type Pins, pinnedRecordOf, selectPinsOfWorks } from './pins.ts';

/** A stored authorship, before a page of an import is applied. */
export interface StoredPerson {
  key: number;
  work_key: number;
  author_key: number;
  position: number | null;
  name_as_written: string;
  family: string | null;
  affiliation: string | null;
  affiliation_source: string | null;
  resolved_by: string;
  source: string;
  state: string;
  sort_date: number;
}

/** A name in an author list to resolve, with the stored authorships of its work. */
export interface UnresolvedName {
  /** Equal for the names of one author list; null for another role. */
  list: number | null;
  /** Null for a new work. */
  workKey: number | null;
  source: SourceId;
  position: number;
  /** As the source prints it. */
  name: ResolvedName;
  /** As the author list spells it, after corrections. */
  nameAsWritten: string;
  /** The family name within it, if the source states it. */
  familyAsWritten?: string | undefined;
  stored: readonly StoredPerson[];
}

/** A record, either stored or to be created. */
interface Person extends KnownName {
  key: number;
  /** The name by which the source of the mapping knows the person. */
  knownAs: string | null;
}

interface KnownName {
  name: string;
  family?: string | undefined;
}

interface ResolvedSlot {
  person: Person;
  resolvedBy: ResolutionRule;
}

const orcidSource = 'orcid';
const mappingKey = (space: string, id: string): string => `${space} ${id}`;

const chosenById = new WeakMap<SourcePeople, ReadonlyMap<string, KnownName>>();

/** Returns the name that the editors of a source have chosen for a person whom a work names by their id, however it writes them. */
function chosenNameOf(people: SourcePeople, personId: string): KnownName | undefined {
  let names = chosenById.get(people);
  if (!names) {
    names = new Map([...people.values()].flatMap((each) => (each.chosen ? [[each.personId, each.chosen] as const] : [])));
    chosenById.set(people, names);
  }
  return names.get(personId);
}

/** Returns the name by which the source knows the person, if its editors or its index have chosen one. */
function knownNameOf(name: ImportedName, people: SourcePeople | undefined): KnownName | null {
  const chosen = name.personId === undefined ? people?.get(writtenNameKey(name))?.chosen : people && chosenNameOf(people, name.personId);
  return chosen ?? (name.knownAs ? { name: name.knownAs } : null);
}

/** Returns the name of a record created from this name. */
const recordName = (name: ImportedName, people: SourcePeople | undefined): KnownName =>
  isGroup(name) ? { name: tidyOrganisationName(name.name) } : (knownNameOf(name, people) ?? name);
const isGroup = (name: ImportedName): boolean => name.organisation ?? isOrganisationName(name.name);

/**
 * Resolves every name of a page to an author record. In this order: a decision or confirmation by a person; the source's person id; the
 * ORCID iD that the source states; an owner's entry about the work; the same name on the same work; the name as the source writes it; a
 * record that alone has the name, with a co-author or an institution (`matchKnownPeople`); a new record. A match by a later rule stores a source mapping, so that the next work of the source matches by an earlier rule. An owner's
 * statement alone stores none: otherwise an owner who enters works before a source does would receive all works of a namesake. A work that
 * a split has moved away from the record of a source mapping stays where the split has moved it.
 */
export async function resolvePeople(
  tx: Writer,
  slots: readonly UnresolvedName[],
  people: SourcePeople | undefined,
  unlisted: boolean,
): Promise<ResolvedSlot[]> {
  const peopleByMapping = await selectKnownPeople(tx, slots, people);
  const newAuthors = new Map<Person, NewAuthor>();
  const mappings = new Map<string, Mapping>();
  const addMapping = (space: string, id: string | undefined, person: Person, known: KnownName | null = null): void => {
    if (id === undefined) return;
    const key = mappingKey(space, id);
    const stored = peopleByMapping.get(key);
    const former = mappings.get(key)?.known?.name ?? stored?.knownAs ?? '';
    // Of the names by which an index has known a person, the longest has the fewest initials.
    const isKnown = known === null || (known.family === undefined ? known.name.length <= former.length : known.name === former);
    if (stored && isKnown) return;
    if (!stored) peopleByMapping.set(key, person);
    mappings.set(key, { space, id, person: stored ?? person, known });
  };
  const namesakesOf = createNamesakeFinder();
  const createdProfiles = await selectCreatedProfiles(tx, slots);
  const pins = await selectPinsOfWorks(tx, [...new Set(slots.flatMap(({ workKey }) => workKey ?? []))]);
  const findRecord = (slot: UnresolvedName) => findExistingRecord(slot, namesakesOf(slot), peopleByMapping, people);
  const knownPeople = await matchKnownPeople(tx, listedNamesOf(slots, people, findRecord));
  const resolved = slots.map((slot) => {
    const space = personIdSourceOf(slot.source);
    const sourceId = personKey(slot.name, people);
    const resolution = findRecord(slot) ??
      toResolvedSlot(knownPeople.get(mappingKey(space, sourceId))) ?? {
        person: { key: 0, ...recordName(slot.name, people), knownAs: null },
        resolvedBy: matchRuleOf(slot, people),
      };
    if (resolution.person.key === 0 && !newAuthors.has(resolution.person)) {
      const { name, family } = resolution.person;
      newAuthors.set(resolution.person, { name, family, kind: isGroup(slot.name) ? 'organisation' : 'person', unlisted });
    }
    const provedOrcid = createdProfiles.get(resolution.person.key);
    const mayAddMapping =
      !isDescribing(slot.source) || (provedOrcid === undefined ? resolution.resolvedBy !== 'owner' : slot.name.orcid === provedOrcid);
    if (mayAddMapping) addMapping(space, sourceId, resolution.person, knownNameOf(slot.name, people));
    // Any owner can enter any iD, so an iD of an owner's entry is not trusted.
    if (mayAddMapping && slot.source !== 'owner') addMapping(orcidSource, slot.name.orcid, resolution.person);
    return applyPin(slot, resolution, pins);
  });
  const keys = await createAuthors(tx, [...newAuthors.values()]);
  for (const [at, person] of [...newAuthors.keys()].entries()) person.key = keys[at] ?? 0;
  await storeSourceMappings(tx, [...mappings.values()]);
  await storeNativeNames(tx, slots, resolved);
  return resolved;
}

/** Returns the names on the author lists of sources, with the records that they already lead to. */
function listedNamesOf(
  slots: readonly UnresolvedName[],
  people: SourcePeople | undefined,
  findRecord: (slot: UnresolvedName) => ResolvedSlot | null,
): ListedName[] {
  return slots.flatMap((slot): ListedName[] => {
    const { list, source, name } = slot;
    if (list === null || !isDescribing(source) || isGroup(name)) return [];
    const space = personIdSourceOf(source);
    const { orcid, affiliation } = name;
    const key = findRecord(slot)?.person.key ?? null;
    return [{ list, space, id: mappingKey(space, personKey(name, people)), name: name.name, orcid, affiliation, key }];
  });
}

const toResolvedSlot = (known: KnownPerson | undefined): ResolvedSlot | undefined =>
  known && { person: { key: known.key, name: known.name, knownAs: null }, resolvedBy: known.resolvedBy };

/**
 * Returns the created profiles that are on some works by their owner's statement, each with the iD that the owner has proved. They receive
 * these works. They receive other works that match by the sources' ids and name variants only if the source states that iD.
 */
async function selectCreatedProfiles(tx: Writer, slots: readonly UnresolvedName[]): Promise<Map<number, string | null>> {
  const decidedAuthors = slots.flatMap(({ stored }) => stored.flatMap((row) => (row.state === 'asserted' ? [] : [row.author_key])));
  if (decidedAuthors.length === 0) return new Map();
  const query = `select key, case when orcid_authenticated then orcid end as proved from authors
    where key in $many and listed_as is not null and listed_as <> 'source'`;
  const rows = await tx.query<{ key: number; proved: string | null }>(query, [...new Set(decidedAuthors)]);
  return new Map(rows.map(({ key, proved }) => [key, proved]));
}

function applyPin({ workKey }: UnresolvedName, resolution: ResolvedSlot, pins: Pins): ResolvedSlot {
  const pinnedKey = pinnedRecordOf(pins, workKey, resolution.person.key);
  return pinnedKey === undefined || pinnedKey === resolution.person.key
    ? resolution
    : { person: { ...resolution.person, key: pinnedKey }, resolvedBy: 'split' };
}

/** Returns a function that finds the stored authors of a slot's work with the same name. The names of each work are folded only once. */
function createNamesakeFinder(): (slot: UnresolvedName) => readonly StoredPerson[] {
  const byWork = new Map<readonly StoredPerson[], Map<string, StoredPerson[]>>();
  return ({ name, nameAsWritten, stored }) => {
    const byName = byWork.get(stored) ?? Map.groupBy(stored, (row) => nameKey(row.name_as_written));
    byWork.set(stored, byName);
    return byName.get(nameKey(name.name)) ?? byName.get(nameKey(nameAsWritten)) ?? [];
  };
}

/** Resolves a name to an existing record, or returns null. */
function findExistingRecord(
  { name, source, position }: UnresolvedName,
  namesakes: readonly StoredPerson[],
  peopleByMapping: Map<string, Person>,
  people: SourcePeople | undefined,
): ResolvedSlot | null {
  const namesake = namesakes.find((row) => row.position === position) ?? (namesakes.length === 1 ? namesakes[0] : undefined);
  const person = namesake && { key: namesake.author_key, name: namesake.name_as_written, knownAs: null };
  const isDecided = namesake !== undefined && namesake.state !== 'asserted';
  // A source that later describes a work entered by an owner does not itself state who the author is.
  const isOwnersStatement = isDescribing(source) && (namesake?.source === 'owner' || namesake?.resolved_by === 'owner');
  if (person && isDecided && !isOwnersStatement) return { person, resolvedBy: namesake.resolved_by as ResolutionRule };
  const byId = name.personId && peopleByMapping.get(mappingKey(personIdSourceOf(source), name.personId));
  if (byId) return { person: byId, resolvedBy: 'person_id' };
  const byOrcid = name.orcid && peopleByMapping.get(mappingKey(orcidSource, name.orcid));
  if (byOrcid) return { person: byOrcid, resolvedBy: 'orcid' };
  if (person && isDecided) return { person, resolvedBy: 'owner' };
  // Names in an owner's entry rest only on the owner's statement, so a source does not match by them.
  if (namesake && person && !isOwnersStatement)
    return { person, resolvedBy: namesake.source === source ? (namesake.resolved_by as ResolutionRule) : 'same_name_same_work' };
  const byVariant = name.personId ? undefined : peopleByMapping.get(mappingKey(personIdSourceOf(source), personKey(name, people)));
  return byVariant ? { person: byVariant, resolvedBy: matchRuleOf({ name }, people, byVariant.name) } : null;
}

function matchRuleOf({ name }: Pick<UnresolvedName, 'name'>, people: SourcePeople | undefined, recordedAs = name.name): ResolutionRule {
  if (name.personId) return 'person_id';
  const curated = people?.get(writtenNameKey(name));
  if (curated) return curated.reason;
  return differsInCaseOnly(recordedAs, name.name) ? 'case_variant' : 'name_in_source';
}

/** Returns the current records of the page's person ids, ORCID iDs and name variants. */
async function selectKnownPeople(
  tx: Writer,
  slots: readonly UnresolvedName[],
  people: SourcePeople | undefined,
): Promise<Map<string, Person>> {
  const idsBySource = new Map<string, Set<string>>();
  const addId = (space: string, id: string): void => {
    const ids = idsBySource.get(space);
    if (ids) ids.add(id);
    else idsBySource.set(space, new Set([id]));
  };
  for (const { source, name } of slots) {
    addId(personIdSourceOf(source), personKey(name, people));
    if (name.orcid) addId(orcidSource, name.orcid);
  }
  const peopleByMapping = new Map<string, Person>();
  for (const [space, ids] of idsBySource) {
    const rows = await tx.query<{ record_id: string; key: number; name: string; known_as: string | null }>(
      'select s.record_id, s.name as known_as, a.key, coalesce(a.source_name, a.name) as name from author_sources s join authors a on a.key = s.author_key where s.source = ? and s.record_id in $many',
      [...ids],
      [space],
    );
    for (const { record_id, key, name, known_as: knownAs } of rows) {
      peopleByMapping.set(mappingKey(space, record_id), { key, name, knownAs });
    }
  }
  return peopleByMapping;
}

/** Adds the names in original script to the records. */
async function storeNativeNames(tx: Writer, slots: readonly UnresolvedName[], resolved: readonly ResolvedSlot[]): Promise<void> {
  const rows = slots.flatMap(({ name: { native } }, index): NameRow[] => {
    const key = resolved[index]?.person.key;
    return native && key
      ? [{ authorKey: key, name: native, nameKey: nameKey(native), slug: slugBase(native), works: 1, native: true }]
      : [];
  });
  await addNames(tx, rows);
}

/** An id of a source, the record that it maps to, and the name by which the source knows the person. */
interface Mapping {
  space: string;
  id: string;
  person: Person;
  known: KnownName | null;
}

async function storeSourceMappings(tx: Writer, mappings: readonly Mapping[]): Promise<void> {
  const rows = mappings.map(({ space, id, person, known }) => ({
    ...{ source: space, recordId: id, authorKey: person.key, name: known?.name ?? null, family: known?.family ?? null },
  }));
  await tx.bulkInsert(authorSources, rows, { onConflict: { target: ['source', 'recordId'], update: ['name', 'family'] } });
  for (const { space, id, person } of mappings) if (space === orcidSource) await addOrcid(tx, person.key, id);
}
