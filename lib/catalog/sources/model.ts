import { z } from 'zod';
import { orcidForm } from '#lib/catalog/bibliography/identifiers.ts';
import type { Problem } from '#lib/catalog/bibliography/problems.ts';
import { contributorRoleNames } from '#lib/catalog/bibliography/record.ts';
import { recordFieldSchemas } from '#lib/catalog/bibliography/record-schema.ts';
import { workTypes } from '#lib/catalog/bibliography/types.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';
import { withoutUnsafeCharacters } from '#lib/platform/text/rich-text.ts';
import { richText } from '#lib/platform/text/rich-text-schema.ts';

/** Shown instead of a missing title, as the text of a link. */
export const untitledWork = 'A work without a title';

/** The version of the readers. Increase it with every change of what an adapter makes of its input. */
export const readerVersion = 4;

export const codeStates = ['linked', 'reachable', 'promised', 'none'] as const;

/**
 * The sources of facts.
 * - `upstream`: where a source takes its facts from. Two sources of one upstream count as one (trust.md, independence).
 * - `rank`: precedence in `resolveWork()`, lower first.
 * - `people`: the source whose person ids a source uses, if not its own.
 * - `independent: false`: the source (an owner, a file of unknown origin, our own sentences) is shown, but adds no upstream to the trust
 *   method.
 * - `home`: the page where readers can check for themselves; missing for files and unknown pages.
 * - `inSentence`: the name within a sentence, if different.
 */
export const sources = {
  /** The owner of a record with an authorship of the work. Used only if no other source describes the work (`effectiveRecords`). */
  owner: { name: 'The owner', inSentence: 'the owner', upstream: 'owner', rank: 60, independent: false },
  /** An accepted correction of one field, created by `lib/governance/corrections`. */
  correction: { name: 'Correction', inSentence: 'a correction', upstream: 'correction', rank: 5, independent: false },
  orcid: { name: 'ORCID', upstream: 'orcid', rank: 10, home: 'https://orcid.org/' },
  'acl-anthology': { name: 'ACL Anthology', upstream: 'acl-anthology', rank: 20, home: 'https://aclanthology.org/' },
  'acl-anthology-page': {
    name: 'ACL Anthology author page',
    upstream: 'acl-anthology',
    rank: 25,
    people: 'acl-anthology',
    home: 'https://aclanthology.org/people/',
  },
  'scholar-feed': { name: 'Scholar Feed', upstream: 'arxiv', rank: 30 },
  /** Aggregates metadata that Crossref, arXiv and others register. */
  openalex: { name: 'OpenAlex', upstream: 'openalex', rank: 36, independent: false, home: 'https://openalex.org/' },
  /** Crossref or DataCite, asked for one DOI because a work was reported as missing. Who reports chooses the DOI. */
  registry: { name: 'DOI registry', inSentence: 'the registry of its DOI', upstream: 'registry', rank: 37, independent: false },
  bzpeer: { name: 'BZPEER', upstream: 'arxiv', rank: 31 },
  bibtex: { name: 'BibTeX file', upstream: 'bibtex', rank: 40, independent: false },
  /** A research object of another instance. Used only if no source except owners describes the work (`effectiveRecords`). */
  'research-object': { name: 'Research object', upstream: 'research-object', rank: 47, independent: false },
  'web-page': {
    name: 'Co-author’s home page',
    inSentence: 'a co-author’s home page',
    upstream: 'web-page',
    rank: 45,
    independent: false,
  },
  roster: {
    name: 'Staff list of the institution',
    inSentence: 'the staff list of the institution',
    upstream: 'roster',
    rank: 46,
    independent: false,
  },
  sample: { name: 'Peergraph sample', upstream: 'sample', rank: 50, independent: false },
  peergraph: { name: 'Peergraph', upstream: 'peergraph', rank: 90, independent: false },
} as const;

export type SourceId = keyof typeof sources;
export const sourceIds = Object.keys(sources) as SourceId[];
export const sourceId = z.enum(sourceIds as [SourceId, ...SourceId[]]);

/** Returns the source to whose person ids (or, without ids, name variants) a source's names belong. */
export const personIdSourceOf = (source: SourceId): SourceId => {
  const entry = sources[source];
  return 'people' in entry ? entry.people : source;
};

/** True if a record is only on the invented works of the sample. */
export const isSampleOnly = (ids: readonly string[]): boolean =>
  ids.includes('sample') && ids.every((id) => id === 'sample' || id === 'peergraph');

/** Returns the distinct independent upstreams of some sources, sorted. */
export const upstreamsOf = (ids: readonly SourceId[]): string[] =>
  [...new Set(ids.filter((id) => !('independent' in sources[id])).map((id) => sources[id].upstream))].sort();

/** Sources whose iDs the authors gave themselves when they submitted the work. Other sources have inferred theirs. */
export const authenticatingSources: readonly SourceId[] = ['acl-anthology'];

/** Returns the name of an upstream. */
export const upstreamLabel = (upstream: string): string => (upstream === 'arxiv' ? 'arXiv' : sourceLabel(upstream).name);

/** Schemes of identifiers by which a work is known outside this instance. */
const identifierSchemes = ['doi', 'arxiv', 'acl', 'isbn'] as const;

const safeText = z.string().overwrite(withoutUnsafeCharacters);
const nonEmptyText = safeText.trim().min(1).max(400);

/** Bare ORCID iD: 0000-0000-0000-0000 */
const bareOrcid = z.string().regex(orcidForm);

export const importedName = z.object({
  /** The whole name as written, given name first. */
  name: nonEmptyText,
  /** The family name, if the source states it separately. The whole name ends with it, or with it and a suffix such as Jr. */
  family: safeText.max(400).optional(),
  /** For a corrected name: the name by which the source knows the person. */
  asPrinted: z.object({ name: nonEmptyText, family: safeText.max(400).optional() }).optional(),
  /** The name by which the source knows the person, if it is not the name on the work. */
  knownAs: nonEmptyText.optional(),
  /** The name in its original script. */
  native: nonEmptyText.optional(),
  /** The source's own id of the person, if any. */
  personId: z.string().min(1).max(200).optional(),
  orcid: bareOrcid.optional(),
  affiliation: safeText.trim().max(1000).optional(),
  /** Seals of the email addresses that clearly belong to this name (lib/platform/keys/seal.ts); never an address itself. */
  printedAddresses: z
    .array(z.string().regex(/^[\w-]{43}$/))
    .max(20)
    .optional(),
  /** The hosts of these addresses. */
  printedHosts: z
    .array(z.string().regex(/^[a-z0-9.-]{3,253}$/))
    .max(20)
    .optional(),
  organisation: z.boolean().optional(),
});
export type ImportedName = z.infer<typeof importedName>;

/** Returns the key of a name in a source's list of people: given and family name separated if the source separates them. */
export const writtenNameKey = ({ name, family }: Pick<ImportedName, 'name' | 'family'>): string => {
  if (family === undefined) return name;
  const at = name.endsWith(family) ? name.length - family.length : name.lastIndexOf(family);
  return `${`${name.slice(0, Math.max(0, at))}${name.slice(at + family.length)}`.trim()}|${family}`;
};

/** Person ids that a source assigns to names (`writtenNameKey`): from a curated list, or from a name that occurs with its id. */
export type SourcePeople = Map<string, SourcePerson>;

interface SourcePerson {
  personId: string;
  reason: 'curated_variant' | 'person_id';
  /** The name that the editors of the source have chosen for the person. */
  chosen?: { name: string; family: string } | undefined;
}

/** Returns the source's id of the person with a name; by default the key of the name. */
export const personKey = (name: ImportedName, people?: SourcePeople): string =>
  name.personId ?? people?.get(writtenNameKey(name))?.personId ?? (nameKey(name.name) || `~${name.name.trim()}`);

export const maxAuthors = 10_000;
export const maxCollectionCharacters = 100;
const maxContributors = 1_000;

/** A person or group that contributed in another role than as an author. */
const contributor = importedName.omit({ asPrinted: true, printedAddresses: true }).extend({ role: z.enum(contributorRoleNames) });
export type ImportedContributor = z.infer<typeof contributor>;

/** A work as one source describes it: the payload of an immutable source record. */
export const importedWork = z.object({
  source: sourceId,
  /** The source's own id of the work. */
  recordId: z.string().min(1).max(500),
  title: richText.nullable(),
  abstract: richText.optional(),
  /** A sentence generated by this instance, shown as "Summary by Peergraph". */
  summary: safeText.max(400).optional(),
  type: z.enum(workTypes),
  year: z.number().int().min(1000).max(2100).optional(),
  date: z
    .string()
    .regex(/^\d{4}(-\d{2}(-\d{2})?)?$/)
    .optional(),
  /** Title of the volume or journal that contains the work. */
  venue: safeText.max(1000).optional(),
  /** The venues that the source lists separately from the title of the volume. */
  venues: z
    .array(z.object({ id: z.string().min(1).max(100).optional(), name: nonEmptyText, acronym: safeText.max(100).optional() }))
    .max(20)
    .optional(),
  ...recordFieldSchemas,
  language: safeText.max(100).optional(),
  url: z.string().max(2000).optional(),
  /** Normalised: DOI in lower case without resolver, arXiv id without version. */
  identifiers: z.array(z.object({ scheme: z.enum(identifierSchemes), value: safeText.min(1).max(400) })).default([]),
  authors: z.array(importedName).max(maxAuthors).default([]),
  /** The moment of this state of the record, if its source states it: YYYY-MM-DD, and perhaps a time. An older state never replaces a newer one. */
  stateOf: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d(T[\d:.]+)?$/)
    .optional(),
  /** False if the list ends with "et al.", or if the source has no list. */
  authorsComplete: z.boolean().default(true),
  /** Editors, translators and others, in order. The editors of a chapter or paper edited the volume that contains it. */
  contributors: z.array(contributor).max(maxContributors).optional(),
  /** The record id of the volume of the same source that contains the work. */
  partOf: z.string().min(1).max(500).optional(),
  /** True for a volume that other records are part of. It has a page and editors, and is counted and listed apart from works. */
  isVolume: z.literal(true).optional(),
  category: z.string().max(40).optional(),
  /** The topics to which the source assigns the work, with its own ids. */
  topics: z
    .array(z.object({ name: nonEmptyText, id: z.string().max(100).optional() }))
    .max(20)
    .optional(),
  code: z.object({ state: z.enum(codeStates), url: z.string().max(2000).optional(), evidence: safeText.max(300).optional() }).optional(),
  indicators: z.array(z.object({ kind: z.string().max(40), value: z.number() })).default([]),
  retracted: z.boolean().optional(),
  /** For a retracted work: the date, and the reason as the source states it. */
  retraction: z
    .object({
      date: z
        .string()
        .regex(/^\d{4}(-\d{2}(-\d{2})?)?$/)
        .optional(),
      reason: safeText.max(1000).optional(),
    })
    .optional(),
  /** For an accepted correction: where it can be checked, and the note submitted with it. */
  evidence: z.object({ url: z.string().max(2000).optional(), note: safeText.max(1000).optional() }).optional(),
  /**
   * For corrected affiliations: one entry per name of the list, with the name in the source if it differs. An entry without `affiliation`
   * has none.
   */
  affiliations: z
    .array(z.object({ name: nonEmptyText, printed: nonEmptyText.optional(), affiliation: safeText.trim().min(1).max(1000).optional() }))
    .max(10_000)
    .optional(),
  /** The operator's name for the file, given at import. */
  collection: safeText.trim().min(1).max(maxCollectionCharacters).optional(),
  /** For a work in a research object: the origin (URL) of the instance that it claims to be from. */
  origin: z.string().max(300).optional(),
  /** For a corrected author list: the source to whose people the names belong. */
  namesOf: sourceId.optional(),
  /** A record that describes the same work without a shared identifier, as somebody has confirmed by comparison. */
  sameAs: z.object({ source: sourceId, recordId: z.string() }).optional(),
});
export type ImportedWork = z.infer<typeof importedWork>;

type Stated<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined | null | '' | false> };

/** Returns the fields of a work that are not empty: not undefined, null, '', false or []. */
export const statedFieldsOf = <Fields extends Partial<Record<keyof ImportedWork, unknown>>>(fields: Fields): Stated<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value))) as Stated<Fields>;

const partialMonth = z
  .string()
  .regex(/^\d{4}(-\d{2})?$/)
  .nullable();
const careerEntries = z
  .array(z.object({ title: safeText.max(200), place: safeText.trim().min(1).max(200), from: partialMonth, to: partialMonth }))
  .max(20);

/** A profile of another instance, as its research object states it. */
const externalProfile = z.object({
  /** The origin (URL) of the instance. */
  origin: z.string().max(300),
  positions: careerEntries,
  education: careerEntries,
  /**
   * The result of the trust method that the instance has signed; 'unsigned' if the signature is invalid, and then nothing else is stored.
   */
  trust: z
    .union([
      z.literal('unsigned'),
      z.object({
        points: z.number().int().min(0).max(100),
        level: z.number().int().min(0).max(9),
        label: safeText.max(60),
        computedAt: z.iso.datetime(),
        keyId: z.string().max(64),
      }),
    ])
    .optional(),
});
export type ExternalProfile = z.infer<typeof externalProfile>;

const declaredKinds = [
  'works',
  'followers',
  'topics',
  'close_collaborators',
  'h_index',
  'citations',
  'novelty',
  'ai_score',
  'trust',
  'level',
] as const;

/** An author page of a source: the declared figures, and the listed works in order. */
export const importedAuthor = z.object({
  source: sourceId,
  recordId: z.string().min(1).max(500),
  name: nonEmptyText,
  organisation: z.boolean().optional(),
  /** The bare ORCID iD that the page states. It is used neither to match works nor to support a claim. */
  orcid: bareOrcid.optional(),
  affiliation: safeText.max(1000).optional(),
  field: safeText.max(100).optional(),
  url: z.string().max(2000).optional(),
  declared: z.array(z.object({ kind: z.enum(declaredKinds), value: z.number(), label: z.string().max(100).optional() })).default([]),
  elsewhere: externalProfile.optional(),
  /** Record ids of works of the same source, in page order. */
  works: z.array(z.string()).default([]),
});
export type ImportedAuthor = z.infer<typeof importedAuthor>;

/** An email address that a source states with a work, and the position in the author list beside which it appears, if known. */
export interface PrintedAddress {
  address: string;
  authorIndex: number | null;
}

/** A file that was read and imported completely. */
export interface KnownFile {
  /** Hash of its bytes, and of all settings that affect how they are read. */
  print: string;
  works: number;
  /** Id of the collection in the file, for a source with one collection per file. */
  holds?: string;
}

/** Files by the names used in reports. */
export type KnownFiles = ReadonlyMap<string, KnownFile>;

/**
 * The events of a source adapter: works, a profile after its works, invalid records, and the end of each input with the number of bytes
 * read. Known files may be skipped.
 */
export type ImportEvent =
  | { kind: 'work'; input: string; work: ImportedWork; printed?: PrintedAddress[]; problems?: Problem[]; place?: string }
  | { kind: 'profile'; input: string; author: ImportedAuthor }
  | { kind: 'quarantined'; input: string; record: QuarantinedRecord }
  | { kind: 'repeated'; input: string; place: string; first: string }
  | { kind: 'part'; input: string; bytes: number }
  | { kind: 'read'; input: string; bytes: number; holds?: string }
  | { kind: 'known'; input: string; bytes: number };

/** A record that could not be imported. */
export interface QuarantinedRecord {
  recordId: string;
  /** A sentence that states what is wrong and what to do. */
  reason: string;
  excerpt: string;
}

/** The report at the end of an import. */
export interface ImportSummary {
  /** Works, authors with works, and co-author edges that the source's records currently support. */
  works: number;
  authors: number;
  edges: number;
  /** Edited works and volumes, and the names in their lists of editors. */
  volumes: number;
  editors: number;
  /** Works among them with too many authors to add edges (`maxAuthorsForEdges`). */
  withoutEdges: number;
  /** Counts of this run. */
  added: number;
  changed: number;
  unchanged: number;
  quarantined: number;
  /** Number of records by reason. */
  skipped: Record<string, number>;
  /** Number of works by kind of change that made them valid. */
  adjusted: Record<string, number>;
  /** Number of values that could not be read, by kind. */
  problems: Record<string, number>;
  /** Entries that repeat an earlier one. */
  repeated: number;
}

/** Returns the label of a source; a source unknown to this version keeps its id. */
export const sourceLabel = (id: string): { id: string; name: string } => ({ id, name: id in sources ? sources[id as SourceId].name : id });

/** Returns the name of a source within a sentence: "Listed by the owner". */
export function sourceNameInSentence({ id, name }: { id: string; name: string }): string {
  const entry = id in sources ? sources[id as SourceId] : null;
  return entry && 'inSentence' in entry ? entry.inSentence : name;
}

/** Returns the host of an instance's origin, for display. */
export const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host : origin);

/** Returns the label of a record's source; each named file and each instance of research objects is a source of its own. */
export function recordLabel({ source, origin, collection }: Pick<ImportedWork, 'source' | 'origin' | 'collection'>): {
  id: string;
  name: string;
} {
  if (collection !== undefined) return { id: `${source}:${collection}`, name: collection };
  const { id, name } = sourceLabel(source);
  return origin === undefined ? { id, name } : { id: `${id}:${hostOf(origin)}`, name: `${name} of ${hostOf(origin)}` };
}

/** Returns the home page of a source, or null if none is known. */
export function sourceHomePage(id: string): string | null {
  const entry = id in sources ? sources[id as SourceId] : null;
  return entry && 'home' in entry ? entry.home : null;
}

/** A pasted entry that cannot be read: its name and the reason. With a field, the entry was read without that value. */
export interface EntryFault {
  name: string;
  reason: string;
  field?: string;
}
