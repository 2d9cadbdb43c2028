import { savedWorks } from '#lib/platform/db/schema/saved-works.ts';
import { accountIdColumn, lifecycleOf, type TableLifecycle } from '#lib/platform/db/table-lifecycle.ts';

export const savedWorksLifecycle: readonly TableLifecycle[] = [lifecycleOf(savedWorks, { accountId: accountIdColumn('saved') })];
