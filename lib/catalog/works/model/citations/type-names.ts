import type { WorkType } from '#lib/catalog/bibliography/types.ts';

/** Work types with a schema.org type of their own. */
export const schemaTypes: Partial<Record<WorkType, string>> = {
  ...{ book: 'Book', chapter: 'Chapter', thesis: 'Thesis', report: 'Report', dataset: 'Dataset' },
};
