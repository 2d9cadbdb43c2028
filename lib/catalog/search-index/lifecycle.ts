import { searchDocuments, searchVocabulary } from '#lib/platform/db/schema/search.ts';
import { computed, corpus, lifecycleOf } from '#lib/platform/db/table-lifecycle.ts';

export const searchLifecycle = [
  lifecycleOf(searchVocabulary, {}, corpus),
  lifecycleOf(searchDocuments, { title: { erasedText: 'Searches find the names and titles from sources.' }, subjectKey: computed }, corpus),
];
