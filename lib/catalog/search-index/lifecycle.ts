import { searchDocuments, searchVocabulary } from '#lib/platform/db/schema/search.ts';
import { computed, corpus, of } from '#lib/platform/db/table-lifecycle.ts';

export const searchLifecycle = [
  of(searchVocabulary, {}, corpus),
  of(searchDocuments, { title: { words: 'Searches find what sources say.' }, subjectKey: computed }, corpus),
];
