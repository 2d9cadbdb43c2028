import { authorIndicators, workIndicators } from '#lib/platform/db/schema/indicators.ts';
import { computedReference, corpusReason, lifecycleOf } from '#lib/platform/db/table-lifecycle.ts';

export const indicatorsLifecycle = [
  lifecycleOf(workIndicators, {}, corpusReason),
  lifecycleOf(authorIndicators, { authorKey: computedReference }, corpusReason),
];
