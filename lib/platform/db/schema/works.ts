import { sql } from 'drizzle-orm';
import { flag, index, instant, integer, json, key, primaryKey, table, text, uniqueIndex } from '../columns.ts';

/** One publication: display fields computed by `resolve()` from the source records that describe it. */
export const works = table(
  'works',
  {
    key: key(),
    id: text().notNull(),
    /** Plain text; null where no source supplies a title. */
    title: text(),
    /** The title as a small tree (lib/platform/text), only where it is more than plain text. */
    titleTree: json().$type<unknown>(),
    abstract: text(),
    abstractTree: json().$type<unknown>(),
    /** The source that the abstract comes from, or 'peergraph' for our own one-sentence summary. */
    abstractSource: text(),
    /** 'preprint' | 'article' | 'paper' | 'book' | 'chapter' | 'thesis' | 'report' | 'dataset' | 'other'. */
    type: text().notNull(),
    year: integer(),
    /** Partial date: YYYY, YYYY-MM or YYYY-MM-DD. */
    date: text(),
    venue: text(),
    volume: text(),
    pages: text(),
    publisher: text(),
    language: text(),
    doi: text(),
    url: text(),
    /** Category code as its source gives it ('LG'), with its scheme known by the model. */
    category: text(),
    /** 'linked' | 'reachable' | 'promised' | 'none' | null where no source says anything. */
    codeState: text(),
    codeUrl: text(),
    /** The source of the code link, and the rule by which it was read. */
    codeEvidence: text(),
    retracted: flag().notNull().default(false),
    authorsCount: integer().notNull().default(0),
    /** False where every source cuts the list off ("et al."). */
    authorsComplete: flag().notNull().default(true),
    sources: json().$type<string[]>().notNull().default([]),
    /** Fields on which sources disagree: [{field, values: [{source, value}]}]. */
    conflicts: json().$type<{ field: string; values: { source: string; value: string }[] }[]>().notNull().default([]),
    /** Figures that a source gives for this work: [{kind, value, source}]. */
    indicators: json().$type<{ kind: string; value: number; source: string }[]>().notNull().default([]),
    revision: integer().notNull().default(1),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [uniqueIndex('works_id').on(t.id), index('works_code').on(t.key).where(sql`code_url is not null`)],
);

/** A resolving or local identifier of a work: scheme 'doi' | 'arxiv' | 'acl' | 'isbn' … with its normalised value. */
export const workIdentifiers = table(
  'work_identifiers',
  { scheme: text().notNull(), value: text().notNull(), workKey: integer().notNull() },
  (t) => [primaryKey({ columns: [t.scheme, t.value, t.workKey] }), index('work_identifiers_work').on(t.workKey)],
);

/** Folded title of a work, for finding the same work in another source; never an identity by itself. */
export const workTitles = table('work_titles', { workKey: integer().primaryKey(), titleKey: text().notNull() }, (t) => [
  index('work_titles_key').on(t.titleKey),
]);

/** Which work a source's record describes today, and the record's latest version. */
export const workSources = table(
  'work_sources',
  {
    source: text().notNull(),
    recordId: text().notNull(),
    workKey: integer().notNull(),
    recordKey: integer().notNull(),
    contentHash: text().notNull(),
    checkedAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.source, t.recordId] }), index('work_sources_work').on(t.workKey)],
);

/** The edge person–work. `position` is 1-based, null where the person is behind "et al." and only a listing names them. */
export const authorships = table(
  'authorships',
  {
    key: key(),
    workKey: integer().notNull(),
    authorKey: integer().notNull(),
    position: integer(),
    nameAsWritten: text().notNull(),
    affiliation: text(),
    /** Who states the affiliation, where it is not `source`: 'correction', also where it says that there is none. */
    affiliationSource: text(),
    /** How the name was resolved to the record: see `resolutionWords` in lib/catalog/authors/model. */
    resolvedBy: text().notNull(),
    /** The source that asserts the edge. */
    source: text().notNull(),
    /** 'asserted' | 'confirmed' | 'not_mine'. */
    state: text().notNull().default('asserted'),
    /** The work's date as yyyymmdd (missing parts 0), kept here so that a long record pages through an index. */
    sortDate: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('authorships_slot').on(t.workKey, t.position),
    index('authorships_author').on(t.authorKey, t.sortDate, t.workKey),
    index('authorships_work').on(t.workKey, t.authorKey),
    // New works of those whom somebody follows: works are numbered as they arrive.
    index('authorships_new').on(t.authorKey, t.workKey),
  ],
);

/** A source's page of an author lists a work: in which place of its order. */
export const listings = table(
  'listings',
  { source: text().notNull(), authorKey: integer().notNull(), workKey: integer().notNull(), rank: integer().notNull() },
  (t) => [primaryKey({ columns: [t.source, t.authorKey, t.workKey] }), index('listings_author').on(t.authorKey)],
);

/** What a job found behind the code link of a work, the last time that it looked. */
export const codeChecks = table(
  'code_checks',
  {
    workKey: integer().primaryKey(),
    url: text().notNull(),
    /** 'reachable' | 'gone' (an answer that says no) | 'unreachable' (no answer). */
    outcome: text().notNull(),
    /** HTTP status, where there was an answer. */
    status: integer(),
    checkedAt: instant().notNull(),
    /** Checks in a row that did not reach it. */
    failures: integer().notNull().default(0),
  },
  (t) => [index('code_checks_checked').on(t.checkedAt)],
);
