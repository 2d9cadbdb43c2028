import {
  affiliations,
  authorContexts,
  contexts,
  organisationDomains,
  organisationNames,
  organisations,
  workContexts,
} from '#lib/platform/db/schema/contexts.ts';
import { computedReference, corpusReason, lifecycleOf } from '#lib/platform/db/table-lifecycle.ts';

export const contextsLifecycle = [
  ...[affiliations, contexts, organisationDomains, organisationNames, organisations, workContexts].map((table) =>
    lifecycleOf(table, {}, corpusReason),
  ),
  lifecycleOf(authorContexts, { authorKey: computedReference }, corpusReason),
];
