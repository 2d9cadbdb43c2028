import {
  affiliations,
  authorContexts,
  contexts,
  organisationDomains,
  organisationNames,
  organisations,
  workContexts,
} from '#lib/platform/db/schema/contexts.ts';
import { computed, corpus, ofNobody, type TableLifecycle } from '#lib/platform/db/table-lifecycle.ts';

export const contextsLifecycle: readonly TableLifecycle[] = [
  ...ofNobody(corpus, affiliations, contexts, organisationDomains, organisationNames, organisations, workContexts),
  { table: authorContexts, accounts: corpus, records: { authorKey: computed } },
];
