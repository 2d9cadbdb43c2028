import { sql } from 'drizzle-orm';
import { flag, index, instant, integer, json, key, primaryKey, table, text, uniqueIndex } from '../columns.ts';

/**
 * The public record of one author: display fields resolved from source records, and stored counters. `key` joins within the corpus and is
 * never shown; `id` is random and permanent; `slug` is only for readability and may change.
 */
export const authors = table(
  'authors',
  {
    key: key(),
    id: text().notNull(),
    slug: text().notNull(),
    /** 'person', or 'organisation' for a group that signs papers. */
    kind: text().notNull().default('person'),
    /** The displayed name: the owner's if permitted (lib/catalog/statements), otherwise that of the sources (model/shown-name.ts). */
    name: text().notNull(),
    /** The name of the sources if the owner's own name is displayed instead; else null. */
    sourceName: text(),
    /** The name under which a source or a list of people made the record: shown while no work names it. Null for created profiles. */
    createdName: text(),
    /** The family name within the displayed name, if a source or the owner states it separately; else null. */
    family: text(),
    /** The folded name (case, diacritics) in written order, for lists and cursors. */
    sortName: text().notNull(),
    /** The folded name with the family name first, for directories (lib/catalog/bibliography/listed-names.ts). */
    listName: text().notNull().default(''),
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
    /** Number of works by year, {"2019": 3}, for small charts in lists; null if the owner hides them. */
    yearCounts: json().$type<Record<string, number> | null>(),
    /** Names of the sources that list a work of this record, sorted. */
    sources: json().$type<string[]>().notNull().default([]),
    /** Open identity flags: [{rule, reason}]. */
    flags: json().$type<{ rule: string; reason: string }[]>().notNull().default([]),
    /** 'unclaimed' | 'pending' | 'claimed' | 'disputed'. */
    claimState: text().notNull().default('unclaimed'),
    ownerId: text(),
    /** To whom the record is shown: see lib/catalog/visibility, which has all its rules. */
    visibility: text().$type<'visible' | 'search_only' | 'unlisted' | 'suppressed'>().notNull().default('visible'),
    /**
     * For created profiles: 'source' | 'proof', which makes it listed, or 'nothing'; 'nothing_search_only' if its owner had chosen
     * search-only before. Null for all others. Only `refreshAuthors` and the revert of a merge change it.
     */
    listedAs: text().$type<'source' | 'proof' | 'nothing' | 'nothing_search_only'>(),
    /**
     * The owner's settings for invitations, with their own limits (lib/community/invitations/model/availability.ts); null until they are
     * set.
     */
    availability: json().$type<{
      open: boolean;
      purposes: string[];
      note?: string;
      from?: string;
      monthly?: number;
      since: string;
    } | null>(),
    /** Until when the owner is listed under "Open to collaborate"; null if they have not asked for it, or have ended it. */
    listedUntil: instant(),
    /** True if the owner hides all indicators, imported and computed. */
    indicatorsHidden: flag().notNull().default(false),
    /**
     * The fields that the owner hides on public pages, and whether search engines may index the page. Null until set. This column and
     * `pinned` are derived from `owner_statements`, as are name and affiliation: only `refreshAuthors` writes them.
     */
    privacy: json().$type<{ hidden: string[]; indexed: boolean } | null>(),
    /** Permanent ids of the pinned works, in order. */
    pinned: json().$type<string[]>().notNull().default([]),
    /** Set if this record was merged into another: the key of the record to which its id and slugs redirect. */
    mergedInto: integer(),
    /** True until counters, flags, snapshot and search document reflect the latest authorships. */
    stale: flag().notNull().default(true),
    /** Incremented with every change of the content of the record's page. */
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
    index('authors_open').on(t.listedUntil).where(sql`listed_until is not null`),
    index('authors_stale').on(t.key).where(sql`stale`),
    index('authors_orcid').on(t.orcid).where(sql`orcid is not null`),
    index('authors_suppressed').on(t.key).where(sql`visibility = 'suppressed'`),
    index('authors_unlisted').on(t.key).where(sql`visibility = 'unlisted'`),
    index('authors_renamed').on(t.key).where(sql`source_name is not null`),
    // For the home page: the number of listed and claimed records, and those with the most works.
    index('authors_listed').on(t.worksCount).where(sql`visibility = 'visible' and merged_into is null and works_count > 0`),
    index('authors_claimed').on(t.key).where(sql`claim_state = 'claimed'`),
    index('authors_merged').on(t.mergedInto).where(sql`merged_into is not null`),
  ],
);

/**
 * The number of records that the directory lists under each first letter. Maintained by triggers on `authors`, so that no command can omit
 * it.
 */
export const authorLetters = table(
  'author_letters',
  { kind: text().notNull(), letter: text().notNull(), claimed: flag().notNull(), count: integer().notNull() },
  (t) => [primaryKey({ columns: [t.kind, t.letter, t.claimed] })],
);

/** Every current and past slug of an author. A slug is never assigned to another person. */
export const authorSlugs = table('author_slugs', { slug: text().primaryKey(), authorKey: integer().notNull() }, (t) => [
  index('author_slugs_author').on(t.authorKey),
]);

/** Each name variant of an author in a source, with its number of works; includes original scripts. */
export const authorNames = table(
  'author_names',
  {
    authorKey: integer().notNull(),
    name: text().notNull(),
    nameKey: text().notNull(),
    /** The readable part of a URL made of the name (`slugBase`); null if only owners write the name. */
    slug: text(),
    works: integer().notNull().default(0),
    native: flag().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.authorKey, t.name] }),
    index('author_names_key').on(t.nameKey),
    index('author_names_slug').on(t.slug).where(sql`slug is not null`),
  ],
);

/** The current author for a source's person id, or for a name key if the source has no person ids. */
export const authorSources = table(
  'author_sources',
  {
    source: text().notNull(),
    recordId: text().notNull(),
    authorKey: integer().notNull(),
    /** The source record about the person, if it has more than a name. */
    recordKey: integer(),
    /** The name by which the source knows the person, if its editors or its index have chosen one, with its family name if stated. */
    name: text(),
    family: text(),
  },
  (t) => [primaryKey({ columns: [t.source, t.recordId] }), index('author_sources_author').on(t.authorKey)],
);

/** A name that a source itself assigns to one of its person ids: a curated variant, or a name seen with an explicit id. */
export const sourceNames = table(
  'source_names',
  {
    source: text().notNull(),
    name: text().notNull(),
    recordId: text().notNull(),
    reason: text().notNull(),
    /** The name that the editors of the source have chosen for the person, with its family name. */
    personName: text(),
    personFamily: text(),
  },
  (t) => [primaryKey({ columns: [t.source, t.name] })],
);

/**
 * Questions about identity, never answered automatically. A pair of records, smaller key first: are they one person? A record with itself:
 * are its works by one person? An answer stays, so that nobody is asked again.
 */
export const nameSuggestions = table(
  'name_suggestions',
  {
    authorKey: integer().notNull(),
    otherKey: integer().notNull(),
    reason: text().notNull(),
    /** Greater for stronger evidence; the order of the queue. */
    score: integer().notNull().default(0),
    /**
     * 'open' | 'apart': two people | 'whole': one person, for a record with itself | 'stated': only an owner's added work connects them, so
     * nobody is asked.
     */
    state: text().notNull().default('open'),
    /** Who answered: 'owner' | 'reviewer'; null for a question. */
    decidedBy: text(),
    decidedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.authorKey, t.otherKey] }),
    index('name_suggestions_other').on(t.otherKey),
    index('name_suggestions_queue').on(t.score, t.authorKey, t.otherKey).where(sql`state = 'open'`),
  ],
);

/**
 * The statements of an owner about their record. They are a source like any other, so they survive every import. They are effective while
 * the account has an accepted claim, and stay stored while that claim is suspended, in case it is restored.
 */
export const ownerStatements = table(
  'owner_statements',
  {
    authorId: text().notNull(),
    /**
     * A field of lib/catalog/statements as text; 'positions', 'education', 'pinned', 'privacy' and 'stopped' (disabled addresses) as JSON.
     */
    field: text().notNull(),
    value: text().notNull(),
    accountId: text(),
    at: instant().notNull(),
    /** Until when a statement is shown that was shown before it needed a strong proof (lib/catalog/powers); null for all others. */
    keptUntil: instant(),
  },
  (t) => [primaryKey({ columns: [t.authorId, t.field] }), index('owner_statements_account').on(t.accountId)],
);
