import { clockHeartbeat } from '#lib/platform/db/schema/jobs.ts';
import { lifecycleOf } from '#lib/platform/db/table-lifecycle.ts';

export const workerLifecycle = [lifecycleOf(clockHeartbeat, {}, 'State of the worker.')];
