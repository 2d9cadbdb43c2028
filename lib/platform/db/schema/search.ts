import { bigint, integer, primaryKey, table, text, uniqueIndex } from '../columns.ts';

/** What a search can find: a number that orders by kind and importance, and folded text. See lib/catalog/search-index. */
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

/** Words of names, each under itself and under what is left when one letter falls out: they find the word that was meant. See lib/catalog/search-index/vocabulary. */
export const searchVocabulary = table('search_vocabulary', { form: text().notNull(), word: text().notNull() }, (t) => [
  primaryKey({ columns: [t.form, t.word] }),
]);
