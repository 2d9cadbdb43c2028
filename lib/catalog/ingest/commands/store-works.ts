import { and, eq, isNull, sql } from 'drizzle-orm';
import { markAuthorsStale } from '#lib/catalog/authors/commands/mark-changed.ts';
import { selectAuthorsHidingAffiliations } from '#lib/catalog/contexts/commands/rematch.ts';
import { enqueueTopics } from '#lib/catalog/contexts/commands/topics.ts';
import { writeWorkContexts } from '#lib/catalog/contexts/commands/works.ts';
import { addEdges, CoauthorLists, recountEdges } from '#lib/catalog/graph/commands.ts';
import { recordAuthorships } from '#lib/catalog/history/commands.ts';
import type { ImportedWork, SourceId, SourcePeople } from '#lib/catalog/sources/model.ts';
import { resolveWork, sortDate, toStoredText } from '#lib/catalog/works/model/resolve.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { listings } from '#lib/platform/db/schema/works.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { type Authorship, authorsByWorkOf, selectStoredAuthorships, writeAuthorships } from './authorships.ts';
import { type Contributor, writeContributors } from './contributors.ts';
import { resolvePeople, type StoredPerson, type UnresolvedName } from './name-matching.ts';
import { linkInputs } from './stored-inputs.ts';
import { storeVersions } from './versions.ts';
import { matchWorks, type TargetWork } from './work-matching.ts';
import { type ResolvedTarget, writeWorkLookups, writeWorks } from './works.ts';

/** One page of an import: at most about a thousand works of one source. */
interface WorksPage {
  source: SourceId;
  importId: string | null;
  observedAt: Date;
  works: readonly ImportedWork[];
  /** Name variants and person ids that the source states. */
  people?: SourcePeople;
  /** Work keys by record id, for records whose work is known; no matching is done for them. */
  workKeys?: ReadonlyMap<string, number>;
  /** Keys of the stored files that the records were read from, by record id. */
  inputKeys?: ReadonlyMap<string, number>;
  /** True if new people must be unlisted, because only a created profile names them. */
  unlisted?: boolean;
}

interface StoredPage {
  /** Records without an earlier version. */
  added: number;
  changed: number;
  unchanged: number;
  /** New or changed volumes, which are counted apart. */
  volumes: number;
}

/**
 * Stores a page of works atomically: versions of the source's records, the works that they describe, their authorships, contexts, co-author
 * edges and search documents. Idempotent: unchanged data is not written. Affected authors and contexts are marked as stale for
 * `refreshAuthors` and `refreshContexts`. A job of the night looks for new topics.
 */
export async function storeWorks(tx: Writer, page: WorksPage): Promise<StoredPage> {
  // Prevents two concurrent imports from creating the same author or work twice.
  await tx.lock('imports');
  const versions = await storeVersions(tx, 'work', { ...page, records: page.works });
  const newVersions = versions.map((each) => ({
    ...each,
    subjectKey: each.subjectKey ?? page.workKeys?.get(each.record.recordId) ?? null,
  }));
  const counts = { added: 0, changed: 0, unchanged: page.works.filter(isWork).length, volumes: 0 };
  for (const { subjectKey, record } of versions) {
    counts[isWork(record) ? (subjectKey === null ? 'added' : 'changed') : 'volumes'] += 1;
    if (isWork(record)) counts.unchanged -= 1;
  }
  if (newVersions.length === 0) {
    if (page.inputKeys) await linkInputs(tx, page.source, page.inputKeys);
    return counts;
  }
  const targets = await matchWorks(tx, newVersions);
  await writeTargets(tx, targets, page);
  if (page.inputKeys && newVersions.length < page.inputKeys.size) {
    const written = new Set(newVersions.map(({ record }) => record.recordId));
    await linkInputs(tx, page.source, new Map([...page.inputKeys].filter(([recordId]) => !written.has(recordId))));
  }
  await enqueueTopics(tx, newVersions.length);
  const isCorrected = page.source !== 'correction' && targets.some(({ records }) => records.some(({ source }) => source === 'correction'));
  if (isCorrected) await enqueue(tx, { kind: 'check-corrections', payload: {}, onceKey: 'check-corrections' });
  return counts;
}

const isWork = ({ isVolume }: ImportedWork): boolean => !isVolume;

async function writeTargets(
  tx: Writer,
  targets: TargetWork[],
  { source, people, observedAt, inputKeys, unlisted = false }: WorksPage,
): Promise<void> {
  const existingTargets = new Set(targets.filter(({ key }) => key !== null));
  const keys = [...existingTargets].map(({ key }) => key ?? 0);
  const stored = await selectStoredAuthorships(tx, keys);
  const listings = await selectListings(tx, keys);
  const page: ResolvedTarget[] = targets.map((target) => ({ target, work: resolveWork(target.records) }));
  const slots = page.map(({ target, work }, at) => slotsOf(at, work, target.key, (target.key !== null && stored.get(target.key)) || []));
  const roleSlots = page.map(({ target, work }) => roleSlotsOf(work, target.key));
  const resolved = await resolvePeople(tx, [...slots.flat(), ...roleSlots.flat()], people, unlisted);
  await writeTargetsInOrder(tx, { source, observedAt, inputKeys }, page, existingTargets);
  let slotIndex = 0;
  const desired = page.flatMap(({ target, work }, at) => {
    const key = target.key ?? 0;
    const placed = (slots[at] ?? []).map((slot) => authorshipOf(key, sortDate(work.date), slot, resolved[slotIndex++]));
    return [...placed, ...unplacedAuthorships(key, sortDate(work.date), placed, listings.get(key) ?? [])];
  });
  const contributors = page.flatMap(({ target }, at) =>
    (roleSlots[at] ?? []).map((slot) => contributorOf(target.key ?? 0, slot, resolved[slotIndex++])),
  );
  const contributing = await writeContributors(tx, contributors, keys);
  await writeAuthorships(tx, desired, stored);
  await recordAuthorships(tx, authorsByWorkOf(stored), keys, 'source');
  await writeContexts(tx, page, existingTargets, desired);
  await writeEdges(tx, page, existingTargets, desired, stored);
  await markAuthorsStale(tx, [
    ...desired.map(({ authorKey }) => authorKey),
    ...contributing,
    ...[...stored.values()].flat().map(({ author_key }) => author_key),
  ]);
}

const slotsOf = (
  list: number,
  { authors }: ResolvedTarget['work'],
  workKey: number | null,
  stored: readonly StoredPerson[],
): UnresolvedName[] =>
  authors.names.map(({ asPrinted, ...name }, at) => {
    const written = { nameAsWritten: name.name, familyAsWritten: name.family };
    return { list, workKey, source: authors.source, position: at + 1, name: { ...name, ...asPrinted }, ...written, stored };
  });

type RoleSlot = UnresolvedName & Pick<Contributor, 'role'>;
/** Other roles are resolved by the names and ids of the source alone. */
const noStoredPeople: readonly StoredPerson[] = [];

function roleSlotsOf({ contributors }: ResolvedTarget['work'], workKey: number | null): RoleSlot[] {
  const positions = new Map<string, number>();
  return contributors.map(({ role, source, name }) => {
    const position = (positions.get(role) ?? 0) + 1;
    positions.set(role, position);
    return { list: null, workKey, source, role, position, name, nameAsWritten: name.name, stored: noStoredPeople };
  });
}

function contributorOf(workKey: number, { role, position, name, source }: RoleSlot, resolved: ResolvedSlot | undefined): Contributor {
  if (!resolved) throw new Error('A contributor was left without a record.');
  return { workKey, authorKey: resolved.person.key, role, position, nameAsWritten: name.name, family: name.family || null, source };
}

/** Writes volumes before the works that they contain, which refer to them. */
async function writeTargetsInOrder(
  tx: Writer,
  { source, observedAt, inputKeys }: Pick<WorksPage, 'source' | 'observedAt' | 'inputKeys'>,
  page: readonly ResolvedTarget[],
  existingTargets: ReadonlySet<TargetWork>,
): Promise<void> {
  const [volumes, others] = [page.filter(({ work }) => work.isVolume), page.filter(({ work }) => !work.isVolume)];
  for (const part of [volumes, others]) {
    if (part.length === 0) continue;
    const known = new Set(part.flatMap(({ target }) => (existingTargets.has(target) ? target : [])));
    await writeWorks(tx, part);
    await writeWorkLookups(tx, { source, checkedAt: observedAt, inputKeys }, part, known);
  }
}

type ResolvedSlot = Awaited<ReturnType<typeof resolvePeople>>[number];

function authorshipOf(
  workKey: number,
  date: number,
  { name, nameAsWritten, familyAsWritten, position, source }: UnresolvedName,
  resolved: ResolvedSlot | undefined,
): Authorship {
  if (!resolved) throw new Error('A name was left without a record.');
  const { person, resolvedBy } = resolved;
  const affiliationFields = { affiliation: name.affiliation || null, affiliationSource: name.affiliationSource ?? null };
  const written = { nameAsWritten, family: familyAsWritten || null };
  return { workKey, authorKey: person.key, position, ...written, ...affiliationFields, resolvedBy, source, sortDate: date };
}

/**
 * Returns authorships without position for people whose page lists the work, but whom its author list does not name: they are behind "et
 * al.".
 */
function unplacedAuthorships(
  workKey: number,
  date: number,
  placed: readonly Authorship[],
  listings: readonly ListingPerson[],
): Authorship[] {
  const listedAuthors = new Set(placed.map(({ authorKey }) => authorKey));
  return listings.flatMap(({ authorKey, name, source }) => {
    if (listedAuthors.has(authorKey)) return [];
    listedAuthors.add(authorKey);
    return [
      {
        ...{ workKey, authorKey, position: null, nameAsWritten: name, family: null, affiliation: null, affiliationSource: null },
        ...{ resolvedBy: 'listed_on_page', source, sortDate: date },
      },
    ];
  });
}

async function writeContexts(
  tx: Writer,
  page: readonly ResolvedTarget[],
  existingTargets: ReadonlySet<TargetWork>,
  desired: readonly Authorship[],
) {
  const affiliated = desired.filter(({ affiliation }) => affiliation !== null);
  const hidingAuthors = await selectAuthorsHidingAffiliations(tx, [...new Set(affiliated.map(({ authorKey }) => authorKey))]);
  const shownAffiliations = affiliated.filter(({ authorKey }) => !hidingAuthors.has(authorKey));
  const affiliationsByWork = Map.groupBy(shownAffiliations, ({ workKey }) => workKey);
  const works = page
    .filter(({ work }) => !work.isVolume)
    .map(({ target, work }) => {
      const workKey = target.key ?? 0;
      const affiliations = (affiliationsByWork.get(workKey) ?? []).flatMap(({ affiliation }) => affiliation ?? []);
      const { plain: title } = toStoredText(work.title);
      return { workKey, sortDate: sortDate(work.date), isNew: !existingTargets.has(target), title, records: target.records, affiliations };
    });
  await writeWorkContexts(tx, works);
}

/** Adds edges for new works. For existing works, recounts every pair that was or is on them. */
async function writeEdges(
  tx: Writer,
  page: readonly ResolvedTarget[],
  existingTargets: ReadonlySet<TargetWork>,
  desired: readonly Authorship[],
  stored: Map<number, StoredPerson[]>,
) {
  const byWork = Map.groupBy(desired, ({ workKey }) => workKey);
  const newCircles = new CoauthorLists();
  const changedCircles = new CoauthorLists();
  for (const { target, work } of page) {
    const currentAuthors = (byWork.get(target.key ?? 0) ?? []).map(({ authorKey }) => authorKey);
    if (!existingTargets.has(target)) newCircles.add(work.authors.source === 'owner' ? [] : currentAuthors, work.year);
    else {
      changedCircles.add(currentAuthors);
      changedCircles.add((stored.get(target.key ?? 0) ?? []).map(({ author_key }) => author_key));
    }
  }
  await addEdges(tx, newCircles);
  await recountEdges(tx, changedCircles);
}

/** A person whose page at a source lists a work. */
interface ListingPerson {
  authorKey: number;
  /** The name on the page. */
  name: string;
  source: string;
}

/** Returns the people whose pages list works, by work key. */
async function selectListings(tx: Writer, workKeys: readonly number[]): Promise<Map<number, ListingPerson[]>> {
  if (workKeys.length === 0) return new Map();
  return Map.groupBy(await tx.prepared(selectPeople, { works: encodeList(workKeys) }), ({ workKey }) => workKey);
}

const selectPeople = (tx: Writer) => {
  const { workKey, authorKey, source } = listings;
  return tx
    .select({ workKey, authorKey, source, name: sql<string>`coalesce(${authors.sourceName}, ${authors.name})` })
    .from(listings)
    .innerJoin(authors, eq(authors.key, authorKey))
    .where(and(isInList(workKey, 'works'), isNull(authors.mergedInto)))
    .orderBy(workKey, source, authorKey)
    .prepare();
};
