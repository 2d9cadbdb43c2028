import { erasures } from '#lib/platform/db/schema/accounts.ts';
import { accountIdColumn, lifecycleOf, retained } from '#lib/platform/db/table-lifecycle.ts';

const retentionReason = 'It proves that the erasure was requested and completed. The random id no longer refers to anything.';

export const erasureLifecycle = [lifecycleOf(erasures, { accountId: accountIdColumn('account', retained(retentionReason)) })];
