import { z } from 'zod';
import { nameKey } from '#lib/platform/names/name-key.ts';
import { richText, withoutSigns } from '#lib/platform/text/rich-text.ts';

export const workTypes = ['preprint', 'article', 'paper', 'book', 'chapter', 'thesis', 'report', 'dataset', 'other'] as const;

export type WorkType = (typeof workTypes)[number];

export const codeStates = ['linked', 'reachable', 'promised', 'none'] as const;

/**
 * The sources that facts come from. `upstream` says where a source takes its facts from in turn: two sources of one upstream
 * are one voice (trust.md, independence). `rank` is the precedence in `resolve()`, lower first. `people` names the source whose
 * person ids a source uses, where they are not its own. A source that is not `independent` (the owner, a file of unknown origin, our
 * own sentences) is shown as ever and adds no voice to the trust method's upstreams. `home` is the page where a reader can look
 * for themselves; a source of which none is known, or that is a file, has none. `inSentence` is the name within a sentence, where it differs.
 */
export const sources = {
  /** Of a work: the owner of a record that signs it. Heard only where no other source describes the work (`heard`). */
  owner: { name: 'The owner', inSentence: 'the owner', upstream: 'owner', rank: 60, independent: false },
  /** An accepted correction of one field; `lib/governance/corrections` makes it. */
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
  /** Gathers what Crossref, arXiv and others register. */
  openalex: { name: 'OpenAlex', upstream: 'openalex', rank: 36, independent: false, home: 'https://openalex.org/' },
  bzpeer: { name: 'BZPEER', upstream: 'arxiv', rank: 31 },
  bibtex: { name: 'BibTeX file', upstream: 'bibtex', rank: 40, independent: false },
  /** Of another instance: heard only where no source besides it and owners describes the work (`heard`). */
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

/** The source whose person ids (or, without ids, whose spellings) a source's names belong to. */
export const peopleOf = (source: SourceId): SourceId => {
  const known = sources[source];
  return 'people' in known ? known.people : source;
};

/** True of a record that is on the invented works of the sample alone. */
export const isInvented = (ids: readonly string[]): boolean =>
  ids.includes('sample') && ids.every((id) => id === 'sample' || id === 'peergraph');

/** Independent upstreams behind some sources, each once. */
export const upstreamsOf = (ids: readonly SourceId[]): string[] =>
  [...new Set(ids.filter((id) => !('independent' in sources[id])).map((id) => sources[id].upstream))].sort();

/** By what a work is known beyond this instance. */
export const identifierSchemes = ['doi', 'arxiv', 'acl', 'isbn'] as const;

const text = z.string().overwrite(withoutSigns);
const written = text.trim().min(1).max(400);

/** 0000-0000-0000-0000 */
const bareOrcid = z.string().regex(/^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/);

export const importedName = z.object({
  /** The whole name as written, given name first. */
  name: written,
  /** The family name, where the source gives it apart; the whole name ends in it, or in it and a suffix such as Jr. */
  family: text.max(400).optional(),
  /** Of a corrected spelling, the name by which the source knows the person. */
  asPrinted: z.object({ name: written, family: text.max(400).optional() }).optional(),
  /** The name in its original script. */
  native: written.optional(),
  /** The source's own id of the person, where it has one. */
  personId: z.string().min(1).max(200).optional(),
  orcid: bareOrcid.optional(),
  affiliation: text.trim().max(1000).optional(),
  /** Seals of the addresses that clearly belong to this name (lib/platform/keys/seal.ts): never an address. */
  printedAddresses: z
    .array(z.string().regex(/^[\w-]{43}$/))
    .max(20)
    .optional(),
  organisation: z.boolean().optional(),
});
export type ImportedName = z.infer<typeof importedName>;

/** A written name as a source's own list of people knows it: given and family name apart where the source has them so. */
export const writtenKey = ({ name, family }: Pick<ImportedName, 'name' | 'family'>): string => {
  if (family === undefined) return name;
  const at = name.endsWith(family) ? name.length - family.length : name.lastIndexOf(family);
  return `${`${name.slice(0, Math.max(0, at))}${name.slice(at + family.length)}`.trim()}|${family}`;
};

/** Person ids that a source itself gives to written names (`writtenKey`): a curated spelling, or a name seen with its id. */
export type SourcePeople = Map<string, { personId: string; reason: 'curated_variant' | 'person_id'; name?: string }>;

/** The source's id of the person behind a name: its own, or else the key of the name. */
export const personKey = (name: ImportedName, people?: SourcePeople): string =>
  name.personId ?? people?.get(writtenKey(name))?.personId ?? (nameKey(name.name) || `~${name.name.trim()}`);

export const maxAuthors = 10_000;

/** One work as one source describes it: the payload of an immutable source record. */
export const importedWork = z.object({
  source: sourceId,
  /** The source's own id of the work. */
  recordId: z.string().min(1).max(500),
  title: richText.nullable(),
  abstract: richText.optional(),
  /** One sentence of our own, shown as "Summary by Peergraph". */
  summary: text.max(400).optional(),
  type: z.enum(workTypes),
  year: z.number().int().min(1000).max(2100).optional(),
  date: z
    .string()
    .regex(/^\d{4}(-\d{2}(-\d{2})?)?$/)
    .optional(),
  /** Title of the volume or journal that the work is in. */
  venue: text.max(1000).optional(),
  /** The venues that the source itself says it belongs to, where it lists them apart from the title of the volume. */
  venues: z
    .array(
      z.object({
        id: z.string().min(1).max(100).optional(),
        name: written,
        acronym: text.max(100).optional(),
      }),
    )
    .max(20)
    .optional(),
  volume: text.max(100).optional(),
  pages: text.max(100).optional(),
  publisher: text.max(400).optional(),
  language: text.max(100).optional(),
  url: z.string().max(2000).optional(),
  /** Normalised: DOI in lower case without its resolver, arXiv id without version. */
  identifiers: z.array(z.object({ scheme: z.enum(identifierSchemes), value: text.min(1).max(400) })).default([]),
  authors: z.array(importedName).max(maxAuthors).default([]),
  /** False for a list that ends in "et al." or that the source does not give. */
  authorsComplete: z.boolean().default(true),
  category: z.string().max(40).optional(),
  code: z.object({ state: z.enum(codeStates), url: z.string().max(2000).optional(), evidence: text.max(300).optional() }).optional(),
  indicators: z.array(z.object({ kind: z.string().max(40), value: z.number() })).default([]),
  retracted: z.boolean().optional(),
  /** Of a retracted work: the day, and the reason in the source's words. */
  retraction: z
    .object({
      date: z
        .string()
        .regex(/^\d{4}(-\d{2}(-\d{2})?)?$/)
        .optional(),
      reason: text.max(1000).optional(),
    })
    .optional(),
  /** Of an accepted correction: where it can be checked, in the words that came with it. */
  evidence: z.object({ url: z.string().max(2000).optional(), note: text.max(1000).optional() }).optional(),
  /** Of corrected affiliations: one for each name of the list, with how its source writes it if that differs; without one where there is none. */
  affiliations: z
    .array(z.object({ name: written, printed: written.optional(), affiliation: text.trim().min(1).max(1000).optional() }))
    .max(10_000)
    .optional(),
  /** Of a work in a research object: the address of the instance that it says to be from. */
  origin: z.string().max(300).optional(),
  /** Of a corrected list of authors: the source whose people the names are. */
  namesOf: sourceId.optional(),
  /** A record that describes the same work, where the two share no identifier and somebody has compared them. */
  sameAs: z.object({ source: sourceId, recordId: z.string() }).optional(),
});
export type ImportedWork = z.infer<typeof importedWork>;

const month = z
  .string()
  .regex(/^\d{4}(-\d{2})?$/)
  .nullable();
const career = z.array(z.object({ title: text.max(200), place: text.trim().min(1).max(200), from: month, to: month })).max(20);

/** A profile at another instance, as its research object states it. */
const profileElsewhere = z.object({
  /** The address of the instance. */
  origin: z.string().max(300),
  positions: career,
  education: career,
  /** What the instance has signed of its trust method's result; 'unsigned' where the signature does not fit, and nothing of it is kept. */
  trust: z
    .union([
      z.literal('unsigned'),
      z.object({
        points: z.number().int().min(0).max(100),
        level: z.number().int().min(0).max(9),
        label: text.max(60),
        computedAt: z.iso.datetime(),
        keyId: z.string().max(64),
      }),
    ])
    .optional(),
});
export type ProfileElsewhere = z.infer<typeof profileElsewhere>;

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

/** One author page as a source shows it: what it declares, and the works that it lists, in its order. */
export const importedAuthor = z.object({
  source: sourceId,
  recordId: z.string().min(1).max(500),
  name: written,
  organisation: z.boolean().optional(),
  /** The bare iD that the page states. It leads no work and no claim to the record. */
  orcid: bareOrcid.optional(),
  affiliation: text.max(1000).optional(),
  field: text.max(100).optional(),
  url: z.string().max(2000).optional(),
  declared: z.array(z.object({ kind: z.enum(declaredKinds), value: z.number(), label: z.string().max(100).optional() })).default([]),
  elsewhere: profileElsewhere.optional(),
  /** Record ids of works of the same source, in the page's order. */
  works: z.array(z.string()).default([]),
});
export type ImportedAuthor = z.infer<typeof importedAuthor>;

/** An address that a source gives with a work, and the place in its list of authors that it is beside, where the source says so. */
export interface PrintedAddress {
  address: string;
  beside: number | null;
}

/** A file that was read and taken in whole. */
export interface KnownFile {
  /** Of its bytes, and of all that decides what they are read as. */
  print: string;
  works: number;
  /** The collection that it is, in a source of which one file is one. */
  holds?: string;
}

/** Files by the names that reports use. */
export type KnownFiles = ReadonlyMap<string, KnownFile>;

/**
 * What a source adapter yields: works, a profile after its works, records that could not be taken in, and the end of each input with the bytes read for it. A file that
 * is known it may pass over.
 */
export type ImportEvent =
  | { kind: 'work'; input: string; work: ImportedWork; printed?: PrintedAddress[] }
  | { kind: 'profile'; input: string; author: ImportedAuthor }
  | { kind: 'quarantined'; input: string; record: Quarantined }
  | { kind: 'read'; input: string; bytes: number; holds?: string }
  | { kind: 'known'; input: string; bytes: number };

/** A record that could not be taken in. */
export interface Quarantined {
  recordId: string;
  /** A plain sentence that says what is wrong and what to do. */
  reason: string;
  excerpt: string;
}

/** What an import reports when it ends. */
export interface ImportSummary {
  /** Works, authors with works and co-author edges that the source's records support now. */
  works: number;
  authors: number;
  edges: number;
  /** Works among them that have too many authors to add edges (`maxAuthorsForEdges`). */
  withoutEdges: number;
  /** Of this run: */
  added: number;
  changed: number;
  unchanged: number;
  quarantined: number;
  /** reason → count */
  skipped: Record<string, number>;
  /** What was changed of works to keep them → count */
  adjusted: Record<string, number>;
}

/** A source as a page names it; one that this version no longer knows keeps its id. */
export const sourceLabel = (id: string): { id: string; name: string } => ({ id, name: id in sources ? sources[id as SourceId].name : id });

/** A source as a sentence names it: "Listed by the owner". */
export function nameInSentence({ id, name }: { id: string; name: string }): string {
  const known = id in sources ? sources[id as SourceId] : null;
  return known && 'inSentence' in known ? known.inSentence : name;
}

/** An address of an instance as a reader knows it. */
export const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host : origin);

/** The source of a record as a page names it: of research objects each instance is one. */
export function recordLabel({ source, origin }: Pick<ImportedWork, 'source' | 'origin'>): { id: string; name: string } {
  const { id, name } = sourceLabel(source);
  return origin === undefined ? { id, name } : { id: `${id}:${hostOf(origin)}`, name: `${name} of ${hostOf(origin)}` };
}

/** The home page of a source, where one is known. */
export function sourceHome(id: string): string | null {
  const known = id in sources ? sources[id as SourceId] : null;
  return known && 'home' in known ? known.home : null;
}

/** An entry that somebody has pasted and that cannot be read: what it is called, and why. */
export interface EntryFault {
  name: string;
  reason: string;
}
