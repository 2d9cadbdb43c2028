import { clockHeartbeat } from '#lib/platform/db/schema/jobs.ts';
import { ofNobody } from '#lib/platform/db/table-lifecycle.ts';

export const workerLifecycle = ofNobody('The worker’s own.', clockHeartbeat);
