import { authorIndicators, workIndicators } from '#lib/platform/db/schema/indicators.ts';
import { computed, corpus, of } from '#lib/platform/db/table-lifecycle.ts';

export const indicatorsLifecycle = [of(workIndicators, {}, corpus), of(authorIndicators, { authorKey: computed }, corpus)];
