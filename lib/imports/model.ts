import { z } from 'zod';
import { richText } from '../works/model/rich-text.ts';
import { codeStates, workTypes } from '../works/model/views.ts';

/**
 * The sources that facts come from. `upstream` says where a source takes its facts from in turn: two sources of one upstream
 * are one voice (trust.md, independence). `rank` is the precedence in `resolve()`, lower first.
 */
export const sources = {
  owner: { name: 'The owner', upstream: 'owner', rank: 0 },
  orcid: { name: 'ORCID', upstream: 'orcid', rank: 10 },
  'acl-anthology': { name: 'ACL Anthology', upstream: 'acl-anthology', rank: 20 },
  'acl-anthology-page': { name: 'ACL Anthology author page', upstream: 'acl-anthology', rank: 25 },
  'scholar-feed': { name: 'Scholar Feed', upstream: 'arxiv', rank: 30 },
  bzpeer: { name: 'BZPEER', upstream: 'arxiv', rank: 31 },
  bibtex: { name: 'BibTeX file', upstream: 'bibtex', rank: 40 },
  peergraph: { name: 'Peergraph', upstream: 'peergraph', rank: 90 },
} as const;

export type SourceId = keyof typeof sources;
export const sourceIds = Object.keys(sources) as SourceId[];
export const sourceId = z.enum(sourceIds as [SourceId, ...SourceId[]]);

const written = z.string().trim().min(1).max(400);

export const importedName = z.object({
  /** The whole name as written, given name first. */
  name: written,
  /** The name in its original script. */
  native: written.optional(),
  /** The source's own id of the person, where it has one. */
  personId: z.string().min(1).max(200).optional(),
  /** Bare iD: 0000-0000-0000-0000. */
  orcid: z
    .string()
    .regex(/^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/)
    .optional(),
  affiliation: z.string().trim().max(1000).optional(),
  organisation: z.boolean().optional(),
});
export type ImportedName = z.infer<typeof importedName>;

/** One work as one source describes it: the payload of an immutable source record. */
export const importedWork = z.object({
  source: sourceId,
  /** The source's own id of the work. */
  recordId: z.string().min(1).max(500),
  title: richText.nullable(),
  abstract: richText.optional(),
  /** One sentence of our own, shown as "Summary by Peergraph". */
  summary: z.string().max(400).optional(),
  type: z.enum(workTypes),
  year: z.number().int().min(1000).max(2100).optional(),
  date: z
    .string()
    .regex(/^\d{4}(-\d{2}(-\d{2})?)?$/)
    .optional(),
  venue: z.string().max(1000).optional(),
  volume: z.string().max(100).optional(),
  pages: z.string().max(100).optional(),
  publisher: z.string().max(400).optional(),
  language: z.string().max(100).optional(),
  url: z.string().max(2000).optional(),
  /** Normalised: DOI in lower case without its resolver, arXiv id without version. */
  identifiers: z.array(z.object({ scheme: z.enum(['doi', 'arxiv', 'acl', 'isbn']), value: z.string().min(1).max(400) })).default([]),
  authors: z.array(importedName).max(10_000).default([]),
  /** False for a list that ends in "et al." or that the source does not give. */
  authorsComplete: z.boolean().default(true),
  category: z.string().max(40).optional(),
  code: z.object({ state: z.enum(codeStates), url: z.string().max(2000).optional(), evidence: z.string().max(300).optional() }).optional(),
  indicators: z.array(z.object({ kind: z.string().max(40), value: z.number() })).default([]),
  retracted: z.boolean().optional(),
  /** A record that describes the same work, where the two share no identifier and somebody has compared them. */
  sameAs: z.object({ source: sourceId, recordId: z.string() }).optional(),
});
export type ImportedWork = z.infer<typeof importedWork>;

export const declaredKinds = [
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
  affiliation: z.string().max(1000).optional(),
  field: z.string().max(100).optional(),
  url: z.string().max(2000).optional(),
  declared: z.array(z.object({ kind: z.enum(declaredKinds), value: z.number(), label: z.string().max(100).optional() })).default([]),
  /** Record ids of works of the same source, in the page's order. */
  works: z.array(z.string()).default([]),
});
export type ImportedAuthor = z.infer<typeof importedAuthor>;

/** A record that could not be taken in. */
export interface Quarantined {
  recordId: string;
  /** A plain sentence that says what is wrong and what to do. */
  reason: string;
  excerpt: string;
}

/** What an import reports when it ends. */
export interface ImportSummary {
  /** Works, authors with works and co-author edges that the source's records stand behind now. */
  works: number;
  authors: number;
  edges: number;
  /** Of this run: */
  added: number;
  changed: number;
  unchanged: number;
  quarantined: number;
  /** reason → count */
  skipped: Record<string, number>;
}
