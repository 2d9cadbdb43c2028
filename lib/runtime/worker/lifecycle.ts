import { clockHeartbeat } from '#lib/platform/db/schema/jobs.ts';
import { of } from '#lib/platform/db/table-lifecycle.ts';

export const workerLifecycle = [of(clockHeartbeat, {}, 'The worker’s own.')];
