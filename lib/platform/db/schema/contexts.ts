import { flag, index, instant, integer, json, key, primaryKey, table, text, uniqueIndex } from '../columns.ts';

/**
 * What works and people have in common besides each other: a topic, a venue, an institution. `key` joins within the corpus and is
 * never shown; `id` is random and permanent; `slug` is decoration and may change.
 */
export const contexts = table(
  'contexts',
  {
    key: key(),
    id: text().notNull(),
    /** 'topic' | 'venue' | 'institution'. */
    kind: text().notNull(),
    slug: text().notNull(),
    /** What makes two of one kind the same: see `contextKey` in lib/catalog/contexts/model. */
    nameKey: text().notNull(),
    name: text().notNull(),
    /** The name folded, for lists and cursors. */
    sortName: text().notNull(),
    /** What is known of it besides its name: a category's code, a venue's acronym, an organisation's ROR id and place. */
    facts: json().$type<Record<string, string>>().notNull().default({}),
    worksCount: integer().notNull().default(0),
    peopleCount: integer().notNull().default(0),
    firstYear: integer(),
    lastYear: integer(),
    /** True until counts and the search document follow the latest works. */
    stale: flag().notNull().default(true),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex('contexts_id').on(t.id),
    uniqueIndex('contexts_name').on(t.kind, t.nameKey),
    uniqueIndex('contexts_slug').on(t.kind, t.slug),
    // With the count of works, so that lists and what they count under each letter read the index alone.
    index('contexts_sort_name').on(t.kind, t.sortName, t.key, t.worksCount),
  ],
);

/** A work is under a topic, at a venue, or comes from an institution. */
export const workContexts = table(
  'work_contexts',
  {
    workKey: integer().notNull(),
    contextKey: integer().notNull(),
    /** As in authorships: the work's date as yyyymmdd, missing parts 0. */
    sortDate: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.workKey, t.contextKey] }),
    index('work_contexts_context').on(t.contextKey, t.sortDate, t.workKey),
    index('work_contexts_new').on(t.contextKey, t.workKey),
  ],
);

/** How many works of an author are in a context, and when. */
export const authorContexts = table(
  'author_contexts',
  {
    authorKey: integer().notNull(),
    contextKey: integer().notNull(),
    works: integer().notNull(),
    firstYear: integer(),
    /** 0 where no work has a year, so that the newest come first on both engines. */
    lastYear: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.authorKey, t.contextKey] }),
    index('author_contexts_context').on(t.contextKey, t.lastYear, t.works, t.authorKey),
  ],
);

/** An affiliation as a source writes it, and the institution that it was read as. */
export const affiliations = table(
  'affiliations',
  {
    text: text().primaryKey(),
    contextKey: integer(),
    /** The rule that matched it to an organisation of the ROR registry; null where none did. */
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

/** Every name of an organisation, folded, so that an affiliation finds it. */
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

/** A mail or web domain that the registry gives an organisation. */
export const organisationDomains = table('organisation_domains', { domain: text().notNull(), rorId: text().notNull() }, (t) => [
  primaryKey({ columns: [t.domain, t.rorId] }),
  index('organisation_domains_organisation').on(t.rorId),
]);
