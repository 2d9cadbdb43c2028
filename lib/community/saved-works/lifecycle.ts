import { savedWorks } from '#lib/platform/db/schema/saved-works.ts';
import { accountIdColumn, lifecycleOf } from '#lib/platform/db/table-lifecycle.ts';

export const savedWorksLifecycle = [lifecycleOf(savedWorks, { accountId: accountIdColumn('saved') })];
