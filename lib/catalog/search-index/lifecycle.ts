import { searchDocuments, searchVocabulary } from '#lib/platform/db/schema/search.ts';
import { computed, corpus, ofNobody, type TableLifecycle } from '#lib/platform/db/table-lifecycle.ts';

export const searchLifecycle: readonly TableLifecycle[] = [
  ...ofNobody(corpus, searchVocabulary),
  { table: searchDocuments, accounts: corpus, texts: { title: 'Searches find what sources say.' }, records: { subjectKey: computed } },
];
