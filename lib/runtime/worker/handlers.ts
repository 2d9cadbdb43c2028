import { contextJobs } from '#lib/catalog/contexts/jobs.ts';
import { indicatorJobs } from '#lib/catalog/indicators/jobs.ts';
import { ingestJobs } from '#lib/catalog/ingest/jobs.ts';
import { ownershipJobs } from '#lib/catalog/ownership/jobs.ts';
import { refreshJobs } from '#lib/catalog/refresh/jobs.ts';
import { searchJobs } from '#lib/catalog/search-index/jobs.ts';
import { trustJobs } from '#lib/catalog/trust/jobs.ts';
import { workJobs } from '#lib/catalog/works/jobs.ts';
import { accountJobs } from '#lib/community/accounts/jobs.ts';
import { followJobs } from '#lib/community/follows/jobs.ts';
import { invitationJobs } from '#lib/community/invitations/jobs.ts';
import { additionJobs } from '#lib/governance/additions/jobs.ts';
import { claimJobs } from '#lib/governance/claims/jobs.ts';
import { correctionJobs } from '#lib/governance/corrections/jobs.ts';
import { identityJobs } from '#lib/governance/identity/jobs.ts';
import type { JobHandlers, JobKind } from '#lib/platform/jobs/queue.ts';
import { mailJobs } from '#lib/platform/mail/jobs.ts';
import { decisionJobs } from '#lib/portal/decisions/jobs.ts';
import { digestJobs } from '#lib/portal/digests/jobs.ts';
import { erasureJobs } from '#lib/portal/erasure/jobs.ts';
import { exportJobs } from '#lib/portal/exports/jobs.ts';

/** Handlers of all kinds of job, from the `jobs.ts` of each module. */
export const handlers: JobHandlers<JobKind> = {
  ...accountJobs,
  ...additionJobs,
  ...claimJobs,
  ...contextJobs,
  ...correctionJobs,
  ...decisionJobs,
  ...digestJobs,
  ...erasureJobs,
  ...exportJobs,
  ...followJobs,
  ...identityJobs,
  ...indicatorJobs,
  ...ingestJobs,
  ...invitationJobs,
  ...mailJobs,
  ...ownershipJobs,
  ...refreshJobs,
  ...searchJobs,
  ...trustJobs,
  ...workJobs,
};

/** Kinds of job that are triggered by time only; they wait while the clock is not trusted. */
export const timeDrivenKinds: readonly string[] = Object.entries(handlers).flatMap(([kind, { timeDriven }]) => (timeDriven ? [kind] : []));
