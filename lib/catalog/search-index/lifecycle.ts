import { searchDocuments, searchVocabulary } from '#lib/platform/db/schema/search.ts';
import { computedReference, corpusReason, lifecycleOf } from '#lib/platform/db/table-lifecycle.ts';

export const searchLifecycle = [
  lifecycleOf(searchVocabulary, {}, corpusReason),
  lifecycleOf(
    searchDocuments,
    { title: { erasedText: 'Searches find the names and titles from sources.' }, subjectKey: computedReference },
    corpusReason,
  ),
];
