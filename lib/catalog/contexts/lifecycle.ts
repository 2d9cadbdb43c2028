import {
  affiliations,
  authorContexts,
  contexts,
  organisationDomains,
  organisationNames,
  organisations,
  workContexts,
} from '#lib/platform/db/schema/contexts.ts';
import { computedReference, corpusReason, lifecycleOf, type TableLifecycle } from '#lib/platform/db/table-lifecycle.ts';

export const contextsLifecycle: readonly TableLifecycle[] = [
  ...[affiliations, contexts, organisationDomains, organisationNames, organisations, workContexts].map((table) =>
    lifecycleOf(table, {}, corpusReason),
  ),
  lifecycleOf(authorContexts, { authorKey: computedReference }, corpusReason),
];
