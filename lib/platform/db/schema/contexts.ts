import { flag, index, instant, integer, json, key, primaryKey, table, text, uniqueIndex } from '../columns.ts';

/**
 * A topic, venue or institution that works and people have in common. `key` joins within the corpus and is never shown; `id` is random and
 * permanent; `slug` is only for readability and may change.
 */
export const contexts = table(
  'contexts',
  {
    key: key(),
    id: text().notNull(),
    /** 'topic' | 'venue' | 'institution'. */
    kind: text().notNull(),
    slug: text().notNull(),
    /** Identifies it among those of its kind: see `contextKey` in lib/catalog/contexts/model. */
    nameKey: text().notNull(),
    name: text().notNull(),
    /** The folded name, for lists and cursors. */
    sortName: text().notNull(),
    /** Further facts: the code of a category, the acronym of a venue, the ROR id and place of an organisation. */
    facts: json().$type<Record<string, string>>().notNull().default({}),
    worksCount: integer().notNull().default(0),
    peopleCount: integer().notNull().default(0),
    firstYear: integer(),
    lastYear: integer(),
    /** True until counters and the search document reflect the latest works. */
    stale: flag().notNull().default(true),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex('contexts_id').on(t.id),
    uniqueIndex('contexts_name').on(t.kind, t.nameKey),
    uniqueIndex('contexts_slug').on(t.kind, t.slug),
    // Includes the number of works, so that lists and their counts by letter read only the index.
    index('contexts_sort_name').on(t.kind, t.sortName, t.key, t.worksCount),
  ],
);

/** A work has a topic, appears at a venue, or comes from an institution. */
export const workContexts = table(
  'work_contexts',
  {
    workKey: integer().notNull(),
    contextKey: integer().notNull(),
    /** The date of the work as yyyymmdd, missing parts 0, as in authorships. */
    sortDate: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.workKey, t.contextKey] }),
    index('work_contexts_context').on(t.contextKey, t.sortDate, t.workKey),
    index('work_contexts_new').on(t.contextKey, t.workKey),
  ],
);

/** The number of works of an author in a context, with their years. */
export const authorContexts = table(
  'author_contexts',
  {
    authorKey: integer().notNull(),
    contextKey: integer().notNull(),
    works: integer().notNull(),
    firstYear: integer(),
    /** 0 if no work has a year, so that the newest sort first on both engines. */
    lastYear: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.authorKey, t.contextKey] }),
    index('author_contexts_context').on(t.contextKey, t.lastYear, t.works, t.authorKey),
  ],
);

/** An affiliation as written by a source, and the institution matched to it. */
export const affiliations = table(
  'affiliations',
  {
    text: text().primaryKey(),
    contextKey: integer(),
    /** The rule that matched it to an organisation of the ROR registry; null if none did. */
    rule: text(),
  },
  (t) => [index('affiliations_context').on(t.contextKey)],
);

/** An organisation of the Research Organization Registry, as imported. */
export const organisations = table('organisations', {
  /** Bare ROR id: the nine letters and digits after https://ror.org/. */
  rorId: text().primaryKey(),
  name: text().notNull(),
  country: text(),
  city: text(),
  /** 'active' | 'inactive' | 'withdrawn'. */
  status: text().notNull(),
  url: text(),
  updatedAt: instant().notNull(),
});

/** Every name of an organisation, folded, for matching affiliations. */
export const organisationNames = table(
  'organisation_names',
  {
    nameKey: text().notNull(),
    rorId: text().notNull(),
    /** 'name' | 'alias' | 'acronym'. */
    kind: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.nameKey, t.rorId] }), index('organisation_names_organisation').on(t.rorId)],
);

/** A mail or web domain that the registry assigns to an organisation. */
export const organisationDomains = table('organisation_domains', { domain: text().notNull(), rorId: text().notNull() }, (t) => [
  primaryKey({ columns: [t.domain, t.rorId] }),
  index('organisation_domains_organisation').on(t.rorId),
]);
