import { codeChecks } from '#lib/platform/db/schema/works.ts';
import { corpusReason, lifecycleOf } from '#lib/platform/db/table-lifecycle.ts';

export const worksLifecycle = [lifecycleOf(codeChecks, {}, corpusReason)];
