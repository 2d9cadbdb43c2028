import { and, eq, inArray, notInArray } from 'drizzle-orm';
import { importedWork, sources } from '#lib/catalog/sources/model.ts';
import type { OrcidApi, OrcidWork } from '#lib/catalog/sources/orcid.ts';
import type { RegistrationAgency, RegistryItem, RegistryLookup } from '#lib/catalog/sources/registry-item.ts';
import { sourceRecords } from '#lib/platform/db/schema/imports.ts';
import { authorships, workIdentifiers, workSources, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';
import { done, type Outcome } from '#lib/platform/outcome.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { comparableTitle } from '../model/claim.ts';
import { isSameName } from '../model/claim-names.ts';
import type { Overlap } from '../model/methods/orcid.ts';
import { type DescribedItem, descriptionMismatch, type OrcidItem, type RegistryEntry } from '../model/orcid-items.ts';
import { signedBySources, worksCorrectedByAuthors } from './proven-record.ts';

/** The registries beside ORCID, and the repositories whose entries count. */
export interface OrcidRegistries {
  registry: RegistryLookup;
  trustedRepositories: readonly string[];
}
/** For instances and tests that ask no registry. */
export const noRegistries: OrcidRegistries = { registry: async () => done(null), trustedRepositories: [] };

/** An item of the iD about a work of the record, with what ties the two. */
type SharedItem = OrcidItem & Pick<Overlap, 'by' | 'what'>;

interface HolderOfOrcid {
  orcid: string;
  works: readonly OrcidWork[];
  /** The record's names in sources. */
  names: readonly string[];
  /** Whether the holder can sign as this record beside some co-authors. */
  isTheirs(coauthors: readonly string[]): boolean;
}

interface SharedItems {
  items: SharedItem[];
  /** Why works with the title of an item are not the same, if none is. */
  mismatch: 'other_year' | 'other_authors' | 'other_venue' | null;
  /** Whether a registry did not answer that could have told more. */
  isUnread: boolean;
}

interface RecordWork {
  key: number;
  id: string;
  title: string | null;
  year: number | null;
  venue: string | null;
  identifiers: string[];
  authors: string[];
  coauthors: string[];
  isComplete: boolean;
}

/** Upper bounds on what one check reads. */
const maxItems = 50;
const maxLookups = 8;

const agencyOf = (assertedBy: string | null): RegistrationAgency | null =>
  assertedBy === 'Crossref' || assertedBy === 'DataCite' ? assertedBy : null;

/** ORCID's types of works that somebody other than the author has accepted. */
const acceptedTypes = new Set(['journal-article', 'conference-paper', 'book', 'book-chapter', 'edited-book', 'magazine-article', 'review']);

const doiOf = ({ identifiers }: OrcidWork): string | null => identifiers.find(({ scheme }) => scheme === 'doi')?.value ?? null;

/**
 * Returns the items of an iD about works of a record: by an identifier; where the source carries none, by title, year, authors and venue;
 * and for a profile that only its owner describes, by the registry's entry for the iD.
 */
export async function sharedItems(
  reader: Reader,
  record: { key: number; listedAs: string | null },
  holder: HolderOfOrcid,
  api: OrcidApi,
  registries: OrcidRegistries,
): Promise<Outcome<SharedItems, 'orcid_unreachable'>> {
  const recordWorks = (await worksOfRecord(reader, record.key, holder.names)).filter(({ coauthors }) => holder.isTheirs(coauthors));
  const isUnsourced = record.listedAs !== null && record.listedAs !== 'source' && recordWorks.length === 0;
  const candidates = candidatesOf(recordWorks, holder.works, isUnsourced).slice(0, maxItems);
  const codes = candidates.filter(({ item, by }) => item.assertedBy !== null || by === 'description').map(({ item }) => item.putCode);
  const contributors = codes.length > 0 ? await api.contributors(holder.orcid, codes) : done<Contributors>(new Map());
  if (!contributors.ok) return contributors;
  const result: SharedItems = { items: [], mismatch: null, isUnread: false };
  let lookupsLeft = maxLookups;
  for (const candidate of candidates) {
    const stated = stateAtOrcid(candidate.item, contributors.value.get(candidate.item.putCode) ?? [], holder.orcid);
    const agency = agencyOf(candidate.item.assertedBy);
    const doi = doiOf(candidate.item);
    // The agency tells more than ORCID of an item without entries, of one that anybody can publish, and of one that is compared.
    const isAsked = agency !== null && doi !== null && lookupsLeft > 0 && (needsAgency(stated) || candidate.by === 'description');
    if (isAsked) lookupsLeft -= 1;
    const answer = isAsked ? await registries.registry(agency, doi) : done(null);
    if (!answer.ok) result.isUnread = true;
    const registered = answer.ok && answer.value ? stateAtAgency(answer.value, holder.orcid) : null;
    const item = registered ? { ...registered, entries: registered.entries.length > 0 ? registered.entries : stated.entries } : stated;
    const isTrustedRepository = item.repository !== null && registries.trustedRepositories.includes(item.repository);
    const { shared, mismatch } = shareOf(candidate, item, holder.names, isTrustedRepository);
    if (mismatch) result.mismatch ??= mismatch;
    if (shared) result.items.push(shared);
  }
  return done(result);
}

type Contributors = Map<number, { name: string | null; orcid: string | null }[]>;

/** What a party states of an item. */
interface StatedItem extends DescribedItem {
  entries: RegistryEntry[];
  isPosted: boolean;
  repository: string | null;
}

const needsAgency = ({ entries, isPosted }: StatedItem): boolean => entries.length === 0 || isPosted;

const stateAtOrcid = (
  item: OrcidWork,
  contributors: readonly { name: string | null; orcid: string | null }[],
  orcid: string,
): StatedItem => ({
  title: item.title,
  years: item.year === null ? [] : [item.year],
  venues: item.venue === null ? [] : [item.venue],
  authors: contributors.flatMap(({ name }) => name ?? []),
  entries: contributors.flatMap((each) => (each.orcid === orcid && each.name ? [{ name: each.name, isAuthenticated: false }] : [])),
  isPosted: !acceptedTypes.has(item.type ?? '') || item.assertedBy === 'DataCite',
  repository: null,
});

const stateAtAgency = ({ title, years, venues, authors, isPosted, repository }: RegistryItem, orcid: string): StatedItem => ({
  ...{ title, years, venues, isPosted, repository },
  authors: authors.map(({ name }) => name),
  entries: authors.filter((each) => each.orcid === orcid).map(({ name, isAuthenticated }) => ({ name, isAuthenticated })),
});

/** Returns the shared item of a candidate, and why it is not known to be the same work. */
function shareOf(
  { item: { assertedBy }, work, by, what }: Candidate,
  stated: StatedItem,
  ownNames: readonly string[],
  isTrustedRepository: boolean,
): { shared: SharedItem | null; mismatch: SharedItems['mismatch'] } {
  const { entries, isPosted } = stated;
  const listedOthers = stated.authors.filter((name) => !ownNames.some((each) => isSameName(name, each)));
  const shareAs = (share: Pick<SharedItem, 'by' | 'work' | 'assertedBy' | 'coauthors'>): SharedItem => ({
    ...{ entries, isPosted, isTrustedRepository, what },
    ...share,
  });
  if (work === null) {
    const coauthors = stated.authors.length > 0 ? listedOthers : null;
    return { shared: shareAs({ by: 'registry_item', work: what, assertedBy, coauthors }), mismatch: null };
  }
  // A source's list can lack somebody whom the registry names.
  const coauthors = work.isComplete ? [...work.coauthors, ...listedOthers] : null;
  if (by === 'identifier') return { shared: shareAs({ by, work: work.id, assertedBy, coauthors }), mismatch: null };
  const isComparable = work.identifiers.length === 0 && assertedBy === 'Crossref' && !isPosted;
  const difference = isComparable ? descriptionMismatch(work, stated) : 'title';
  const described = { by: 'title_and_coauthor' as const, work: work.id, coauthors };
  if (difference === null) return { shared: shareAs({ ...described, assertedBy }), mismatch: null };
  // Anybody can deposit a text with the same title and names, so this is no more than the holder's own statement.
  const isByCoauthors = stated.authors.some((name) => work.coauthors.some((other) => isSameName(name, other)));
  const mismatch = difference === 'title' ? null : (`other_${difference}` as const);
  return { shared: isByCoauthors ? shareAs({ ...described, assertedBy: null }) : null, mismatch };
}

interface Candidate {
  item: OrcidWork;
  work: RecordWork | null;
  by: 'identifier' | 'description' | 'registry_item';
  what: string;
}

function candidatesOf(recordWorks: readonly RecordWork[], orcidWorks: readonly OrcidWork[], isUnsourced: boolean): Candidate[] {
  const byIdentifier = new Map(recordWorks.flatMap((work) => work.identifiers.map((identifier) => [identifier, work] as const)));
  const byTitle = new Map(
    recordWorks.flatMap((work) => {
      const title = work.title === null ? null : comparableTitle(work.title);
      return title === null ? [] : [[title, work] as const];
    }),
  );
  const candidates = orcidWorks.flatMap((item): Candidate[] => {
    const shared = item.identifiers.find(({ scheme, value }) => byIdentifier.has(`${scheme}:${value.toLowerCase()}`));
    const work = shared && byIdentifier.get(`${shared.scheme}:${shared.value.toLowerCase()}`);
    if (shared && work) return [{ item, work, by: 'identifier', what: shared.value }];
    const described = byTitle.get(comparableTitle(item.title ?? '') ?? '');
    if (described) return [{ item, work: described, by: 'description', what: described.title ?? '' }];
    const doi = doiOf(item);
    return isUnsourced && item.assertedBy === 'Crossref' && doi ? [{ item, work: null, by: 'registry_item', what: doi }] : [];
  });
  // What others assert is read first.
  return candidates.sort((a, b) => Number(a.item.assertedBy === null) - Number(b.item.assertedBy === null));
}

/** Returns the works that sources list for a record. What authors have corrected of them is read from the sources. */
async function worksOfRecord(reader: Reader, authorKey: number, ownNames: readonly string[]): Promise<RecordWork[]> {
  const rows = await reader
    .select({ key: works.key, id: works.id, title: works.title, year: works.year, venue: works.venue, isComplete: works.authorsComplete })
    .from(authorships)
    .innerJoin(works, eq(works.key, authorships.workKey))
    .where(signedBySources(authorKey));
  const corrected = await worksCorrectedByAuthors(reader, authorKey, ['title', 'doi', 'arxiv', 'authors', 'venue', 'date']);
  const sourced = rows.filter(({ id }) => !corrected.has(id));
  const restored = await worksAsInSources(
    reader,
    rows.filter(({ id }) => corrected.has(id)),
    ownNames,
  );
  if (sourced.length === 0) return restored;
  const keys = sourced.map(({ key }) => key);
  const identifiers = Map.groupBy(
    await reader.select().from(workIdentifiers).where(inArray(workIdentifiers.workKey, keys)),
    ({ workKey }) => workKey,
  );
  const signers = Map.groupBy(
    await reader
      .select({
        workKey: authorships.workKey,
        author: authorships.authorKey,
        name: authorships.nameAsWritten,
        position: authorships.position,
      })
      .from(authorships)
      .where(inArray(authorships.workKey, keys))
      .orderBy(authorships.position),
    ({ workKey }) => workKey,
  );
  const unchanged = sourced.map((work): RecordWork => {
    const signed = signers.get(work.key) ?? [];
    const named = signed.filter(({ position }) => position !== null);
    return {
      ...work,
      identifiers: (identifiers.get(work.key) ?? [])
        .filter(({ scheme }) => scheme === 'doi' || scheme === 'arxiv')
        .map(({ scheme, value }) => `${scheme}:${value.toLowerCase()}`),
      authors: named.map(({ name }) => name),
      coauthors: signed.filter(({ author }) => author !== authorKey).map(({ name }) => name),
      isComplete: work.isComplete && named.some(({ author }) => author === authorKey),
    };
  });
  return [...unchanged, ...restored];
}

/** Sources that state what an owner or an author has entered here. */
const enteredHere = ['owner', 'correction', 'peergraph'];

/** Returns works as the source of the highest rank describes them, if it names the record. Corrections by authors change no evidence. */
async function worksAsInSources(
  reader: Reader,
  rows: readonly { key: number; id: string }[],
  ownNames: readonly string[],
): Promise<RecordWork[]> {
  if (rows.length === 0) return [];
  const keys = rows.map(({ key }) => key);
  const records = await reader
    .select({ workKey: workSources.workKey, source: workSources.source, payload: sourceRecords.payload })
    .from(workSources)
    .innerJoin(sourceRecords, eq(sourceRecords.key, workSources.recordKey))
    .where(and(inArray(workSources.workKey, keys), notInArray(workSources.source, enteredHere)));
  const recordsByWork = Map.groupBy(records, ({ workKey }) => workKey);
  const ownKeys = new Set(ownNames.map(nameKey));
  return rows.flatMap(({ key, id }) => {
    const described = (recordsByWork.get(key) ?? []).flatMap(({ payload }) => importedWork.safeParse(payload).data ?? []);
    const [work] = described.sort((a, b) => sources[a.source].rank - sources[b.source].rank);
    if (!work) return [];
    const authors = work.authors.map(({ name }) => name);
    const coauthors = authors.filter((name) => !ownKeys.has(nameKey(name)));
    if (coauthors.length === authors.length) return [];
    const identifiers = described.flatMap((each) => each.identifiers).filter(({ scheme }) => scheme === 'doi' || scheme === 'arxiv');
    return [
      {
        ...{ key, id, title: work.title && plainText(work.title), year: work.year ?? null, venue: work.venue ?? null, authors, coauthors },
        identifiers: [...new Set(identifiers.map(({ scheme, value }) => `${scheme}:${value.toLowerCase()}`))],
        isComplete: work.authorsComplete,
      },
    ];
  });
}
