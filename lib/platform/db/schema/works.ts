import { sql } from 'drizzle-orm';
import { flag, index, instant, integer, json, key, primaryKey, table, text, uniqueIndex } from '../columns.ts';

/** One publication: display fields computed by `resolveWork()` from the source records that describe it. */
export const works = table(
  'works',
  {
    key: key(),
    id: text().notNull(),
    /** Plain text; null if no source has a title. */
    title: text(),
    /** The title as a tree (lib/platform/text), if it is more than plain text. */
    titleTree: json().$type<unknown>(),
    abstract: text(),
    abstractTree: json().$type<unknown>(),
    /** The source of the abstract, or 'peergraph' for our own one-sentence summary. */
    abstractSource: text(),
    /** 'preprint' | 'article' | 'paper' | 'book' | 'chapter' | 'thesis' | 'report' | 'dataset' | 'other'. */
    type: text().notNull(),
    year: integer(),
    /** Partial date: YYYY, YYYY-MM or YYYY-MM-DD. */
    date: text(),
    venue: text(),
    /** All other fields of the record (lib/catalog/bibliography/record.ts): volume, issue, pages, publisher, place … */
    details: json().$type<Record<string, unknown>>().notNull().default({}),
    language: text(),
    doi: text(),
    url: text(),
    /** The category code of its source ('LG'); the model knows its scheme. */
    category: text(),
    /** 'linked' | 'reachable' | 'promised' | 'none' | null if no source states anything. */
    codeState: text(),
    codeUrl: text(),
    /** The source of the code link, and the rule that found it. */
    codeEvidence: text(),
    retracted: flag().notNull().default(false),
    authorsCount: integer().notNull().default(0),
    /** False if every source truncates the list ("et al."). */
    authorsComplete: flag().notNull().default(true),
    /** True for a volume, which contains works and is counted and listed apart from them. */
    isVolume: flag().notNull().default(false),
    /** The volume that contains the work. */
    volumeKey: integer(),
    sources: json().$type<string[]>().notNull().default([]),
    /** Fields on which sources disagree: [{field, values: [{source, value}]}]. */
    conflicts: json().$type<{ field: string; values: { source: string; value: string }[] }[]>().notNull().default([]),
    /** Indicators that a source gives for this work: [{kind, value, source}]. */
    indicators: json().$type<{ kind: string; value: number; source: string }[]>().notNull().default([]),
    revision: integer().notNull().default(1),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex('works_id').on(t.id),
    index('works_date').on(t.date, t.key),
    index('works_code').on(t.key).where(sql`code_url is not null`),
    index('works_volumes').on(t.key).where(sql`is_volume`),
    index('works_volume').on(t.volumeKey).where(sql`volume_key is not null`),
  ],
);

/** A resolving or local identifier of a work: scheme 'doi' | 'arxiv' | 'acl' | 'isbn' … with its normalised value. */
export const workIdentifiers = table(
  'work_identifiers',
  { scheme: text().notNull(), value: text().notNull(), workKey: integer().notNull() },
  (t) => [primaryKey({ columns: [t.scheme, t.value, t.workKey] }), index('work_identifiers_work').on(t.workKey)],
);

/** Folded title of a work, for matching it with other sources; never sufficient alone. */
export const workTitles = table('work_titles', { workKey: integer().primaryKey(), titleKey: text().notNull() }, (t) => [
  index('work_titles_key').on(t.titleKey),
]);

/** The current work of a source record, and the latest version of that record. */
export const workSources = table(
  'work_sources',
  {
    source: text().notNull(),
    recordId: text().notNull(),
    workKey: integer().notNull(),
    recordKey: integer().notNull(),
    contentHash: text().notNull(),
    checkedAt: instant().notNull(),
    /** The stored input that the latest version was read from. */
    inputKey: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.source, t.recordId] }),
    index('work_sources_work').on(t.workKey),
    index('work_sources_input').on(t.inputKey).where(sql`input_key is not null`),
  ],
);

/** The edge between an author and a work. `position` is 1-based; null if the person is behind "et al." and only a listing names them. */
export const authorships = table(
  'authorships',
  {
    key: key(),
    workKey: integer().notNull(),
    authorKey: integer().notNull(),
    position: integer(),
    nameAsWritten: text().notNull(),
    /** The family name within it, if the source states it. */
    family: text(),
    affiliation: text(),
    /** Who states the affiliation, if it is not `source`: 'correction', also if it states that there is none. */
    affiliationSource: text(),
    /** How the name was resolved to the record: see `resolutionLabels` in lib/catalog/authors/model. */
    resolvedBy: text().notNull(),
    /** The source that asserts the edge. */
    source: text().notNull(),
    /** 'asserted' | 'confirmed' | 'not_mine'. */
    state: text().notNull().default('asserted'),
    /** The date of the work as yyyymmdd (missing parts 0), copied here so that long records are paged by an index. */
    sortDate: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('authorships_slot').on(t.workKey, t.position),
    index('authorships_author').on(t.authorKey, t.sortDate, t.workKey),
    index('authorships_work').on(t.workKey, t.authorKey),
    // For new works of followed authors: work keys increase in the order of arrival.
    index('authorships_new').on(t.authorKey, t.workKey),
  ],
);

/** The edge between a person or group and a work in another role than as an author: editor, translator … */
export const contributors = table(
  'contributors',
  {
    key: key(),
    workKey: integer().notNull(),
    authorKey: integer().notNull(),
    /** One of `contributorRoles` (lib/catalog/bibliography/record.ts). */
    role: text().notNull(),
    /** 1-based in the list of the role. */
    position: integer().notNull(),
    nameAsWritten: text().notNull(),
    /** The family name, if the source states it. */
    family: text(),
    source: text().notNull(),
  },
  (t) => [uniqueIndex('contributors_slot').on(t.workKey, t.role, t.position), index('contributors_author').on(t.authorKey, t.role)],
);

/** A work on a source's page of an author, with its rank there. */
export const listings = table(
  'listings',
  { source: text().notNull(), authorKey: integer().notNull(), workKey: integer().notNull(), rank: integer().notNull() },
  (t) => [primaryKey({ columns: [t.source, t.authorKey, t.workKey] }), index('listings_author').on(t.authorKey)],
);

/** The result of the latest check of the code link of a work. */
export const codeChecks = table(
  'code_checks',
  {
    workKey: integer().primaryKey(),
    url: text().notNull(),
    /** 'reachable' | 'gone' (a negative response) | 'unreachable' (no response). */
    outcome: text().notNull(),
    /** HTTP status, if there was a response. */
    status: integer(),
    checkedAt: instant().notNull(),
    /** Consecutive failed checks. */
    failures: integer().notNull().default(0),
  },
  (t) => [index('code_checks_checked').on(t.checkedAt)],
);
