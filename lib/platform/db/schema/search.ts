import { bigint, integer, primaryKey, table, text, uniqueIndex } from '../columns.ts';

/** The search index: folded text, and a number that orders by kind and importance. See lib/catalog/search-index. */
export const searchDocuments = table(
  'search_documents',
  {
    number: bigint().primaryKey(),
    kind: text().notNull(),
    subjectKey: integer().notNull(),
    title: text().notNull(),
    body: text().notNull(),
  },
  (t) => [uniqueIndex('search_documents_subject').on(t.kind, t.subjectKey)],
);

/**
 * Tokens of names, each under itself and under all forms with one letter removed, to correct typing errors. See
 * lib/catalog/search-index/vocabulary.
 */
export const searchVocabulary = table('search_vocabulary', { form: text().notNull(), word: text().notNull() }, (t) => [
  primaryKey({ columns: [t.form, t.word] }),
]);
