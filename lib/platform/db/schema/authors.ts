import { sql } from 'drizzle-orm';
import { computedText, flag, index, instant, integer, json, key, primaryKey, table, text, uniqueIndex } from '../columns.ts';

const lastWord = (name: string): string => `substr(${name}, length(${allButLast(name)}) + 1)`;
const allButLast = (name: string): string => `rtrim(${name}, replace(${name}, ' ', ''))`;
const lastFirst = (name: string): string => `trim(${lastWord(name)} || ' ' || trim(${allButLast(name)}))`;
/** "martin king jr" is listed as "king martin jr"; a name of two words has no suffix. As `suffixWord` of lib/catalog/works/model/citations. */
const hasSuffix = `sort_name like '% % %' and ${lastWord('sort_name')} in ('jr', 'jr.', 'sr', 'sr.', 'ii', 'iii', 'iv')`;
const familyFirst = sql.raw(
  `case when kind = 'organisation' or replace(sort_name, ',', '') <> sort_name then sort_name
  when ${hasSuffix} then ${lastFirst(`trim(${allButLast('sort_name')})`)} || ' ' || ${lastWord('sort_name')}
  else ${lastFirst('sort_name')} end`.replace(/\s+/g, ' '),
);

/**
 * The public record of one author: display fields resolved from source records, and stored counters.
 * `key` joins within the corpus and is never shown; `id` is random and permanent; `slug` is decoration and may change.
 */
export const authors = table(
  'authors',
  {
    key: key(),
    id: text().notNull(),
    slug: text().notNull(),
    /** 'person', or 'organisation' for a group that signs papers. */
    kind: text().notNull().default('person'),
    /** The name shown: what a source gave when the record was made, or what its owner states, where that is allowed (lib/catalog/statements). */
    name: text().notNull(),
    /** The name that the source gave, where the owner's own is shown instead; else null. */
    sourceName: text(),
    /** The name folded (case, diacritics), family name last as written; for lists and cursors. */
    sortName: text().notNull(),
    /** The same with the family name first, as directories list people; organisations and names with a comma as written. */
    listName: computedText(familyFirst),
    /** {name, rorId?, source, year?} of the newest stated affiliation, or null. */
    affiliation: json().$type<{ name: string; rorId?: string; source: string; year?: number } | null>(),
    orcid: text(),
    orcidAuthenticated: flag().notNull().default(false),
    worksCount: integer().notNull().default(0),
    coauthorsCount: integer().notNull().default(0),
    closeCollaboratorsCount: integer().notNull().default(0),
    topicsCount: integer().notNull().default(0),
    followersCount: integer().notNull().default(0),
    firstYear: integer(),
    lastYear: integer(),
    /** Works by year, {"2019": 3}; null where the owner hides them. For the small pictures of lists. */
    yearCounts: json().$type<Record<string, number> | null>(),
    /** Names of the sources that list a work of this record, sorted. */
    sources: json().$type<string[]>().notNull().default([]),
    /** Open identity flags: [{rule, reason}]. */
    flags: json().$type<{ rule: string; reason: string }[]>().notNull().default([]),
    /** 'unclaimed' | 'pending' | 'claimed' | 'disputed'. */
    claimState: text().notNull().default('unclaimed'),
    ownerId: text(),
    /** 'visible' | 'search_only' | 'suppressed' | 'unlisted' (a created profile, while no proof and no registered source supports it). */
    visibility: text().notNull().default('visible'),
    /**
     * Of a created profile: 'source' | 'proof', by which it is listed, or 'nothing'; 'nothing_search_only' where its owner had chosen that
     * before. Null of all others. Only `refreshAuthors` changes it, and a merge that is undone.
     */
    listedAs: text(),
    /** What the owner says of invitations, with limits of their own (lib/community/invitations/model/availability.ts); null until they act. */
    availability: json().$type<{
      open: boolean;
      purposes: string[];
      note?: string;
      from?: string;
      monthly?: number;
      since: string;
    } | null>(),
    /** True where the owner shows no indicators, neither imported nor computed here. */
    indicatorsHidden: flag().notNull().default(false),
    /**
     * What the owner keeps from public pages: fields by name, and whether search engines may index the page. Null until they act. This and
     * `pinned` follow from what the owner states (`owner_statements`), as name and affiliation do: only `refreshAuthors` writes them.
     */
    privacy: json().$type<{ hidden: string[]; indexed: boolean } | null>(),
    /** Permanent ids of the works that the owner shows first. */
    pinned: json().$type<string[]>().notNull().default([]),
    /** Set when this record was merged into another: the key that its id and slugs now lead to. */
    mergedInto: integer(),
    /** True until counters, flags, snapshot and search document follow the latest authorships. */
    stale: flag().notNull().default(true),
    /** Goes up with every change of what the record's page shows. */
    revision: integer().notNull().default(1),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex('authors_id').on(t.id),
    uniqueIndex('authors_slug').on(t.slug),
    index('authors_sort_name').on(t.sortName, t.key),
    // For the pages of the directory.
    index('authors_list_name').on(t.listName, t.key, t.kind).where(sql`visibility = 'visible' and merged_into is null and works_count > 0`),
    index('authors_claimed_name')
      .on(t.listName, t.key, t.kind)
      .where(sql`visibility = 'visible' and merged_into is null and works_count > 0 and claim_state = 'claimed'`),
    index('authors_owner').on(t.ownerId),
    index('authors_stale').on(t.key).where(sql`stale`),
    index('authors_orcid').on(t.orcid).where(sql`orcid is not null`),
    index('authors_suppressed').on(t.key).where(sql`visibility = 'suppressed'`),
    index('authors_unlisted').on(t.key).where(sql`visibility = 'unlisted'`),
    index('authors_renamed').on(t.key).where(sql`source_name is not null`),
    // For the home page: how many records are listed and claimed, and which of them show most.
    index('authors_listed').on(t.worksCount).where(sql`visibility = 'visible' and merged_into is null and works_count > 0`),
    index('authors_claimed').on(t.key).where(sql`claim_state = 'claimed'`),
    index('authors_merged').on(t.mergedInto).where(sql`merged_into is not null`),
  ],
);

/** How many records the directory lists under each first letter. Triggers on `authors` keep it, so that no command can forget it. */
export const authorLetters = table(
  'author_letters',
  {
    kind: text().notNull(),
    letter: text().notNull(),
    claimed: flag().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.letter, t.claimed] })],
);

/** Every slug that ever led to an author, the current one included; none is given to another person. */
export const authorSlugs = table('author_slugs', { slug: text().primaryKey(), authorKey: integer().notNull() }, (t) => [
  index('author_slugs_author').on(t.authorKey),
]);

/** Each name variant of an author in a source, with the number of works it is on; original scripts included. */
export const authorNames = table(
  'author_names',
  {
    authorKey: integer().notNull(),
    name: text().notNull(),
    nameKey: text().notNull(),
    works: integer().notNull().default(0),
    native: flag().notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.authorKey, t.name] }), index('author_names_key').on(t.nameKey)],
);

/** Which author a source's own person id (or, where it has none, its name key) means today. */
export const authorSources = table(
  'author_sources',
  {
    source: text().notNull(),
    recordId: text().notNull(),
    authorKey: integer().notNull(),
    /** The source record with what the source says of the person, where it says more than a name. */
    recordKey: integer(),
  },
  (t) => [primaryKey({ columns: [t.source, t.recordId] }), index('author_sources_author').on(t.authorKey)],
);

/** A written name that a source itself assigns to one of its person ids (a curated variant, or a name seen with an explicit id). */
export const sourceNames = table(
  'source_names',
  { source: text().notNull(), name: text().notNull(), recordId: text().notNull(), reason: text().notNull() },
  (t) => [primaryKey({ columns: [t.source, t.name] })],
);

/** Pairs of records that may be one person: shown as a question, never acted on by itself. */
export const nameSuggestions = table(
  'name_suggestions',
  { authorKey: integer().notNull(), otherKey: integer().notNull(), reason: text().notNull() },
  (t) => [primaryKey({ columns: [t.authorKey, t.otherKey] }), index('name_suggestions_other').on(t.otherKey)],
);

/**
 * What an owner says of their own record: a source like any other, so that it survives every import. It counts while the account that
 * said it has an accepted claim on the record, and stays through doubts about that claim, should it come back.
 */
export const ownerStatements = table(
  'owner_statements',
  {
    authorId: text().notNull(),
    /** A field of lib/catalog/statements as text; 'positions', 'education', 'pinned', 'privacy' and 'stopped' (old addresses) as JSON. */
    field: text().notNull(),
    value: text().notNull(),
    accountId: text(),
    at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.authorId, t.field] }), index('owner_statements_account').on(t.accountId)],
);
