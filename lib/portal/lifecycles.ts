import { ownershipLifecycle } from '#lib/catalog/ownership/lifecycle.ts';
import { trustLifecycle } from '#lib/catalog/trust/lifecycle.ts';
import { accountsLifecycle } from '#lib/community/accounts/lifecycle.ts';
import { followsLifecycle } from '#lib/community/follows/lifecycle.ts';
import { notificationsLifecycle } from '#lib/community/notifications/lifecycle.ts';
import { savedWorksLifecycle } from '#lib/community/saved-works/lifecycle.ts';
import { additionsLifecycle } from '#lib/governance/additions/lifecycle.ts';
import { appealsLifecycle, casesLifecycle } from '#lib/governance/cases/lifecycle.ts';
import { claimsLifecycle } from '#lib/governance/claims/lifecycle.ts';
import { correctionsLifecycle } from '#lib/governance/corrections/lifecycle.ts';
import { identityLifecycle } from '#lib/governance/identity/lifecycle.ts';
import { reportsLifecycle } from '#lib/governance/reports/lifecycle.ts';
import { auditLifecycle } from '#lib/platform/audit/lifecycle.ts';
import { authLifecycle } from '#lib/platform/auth/lifecycle.ts';
import type { TableLifecycle } from '#lib/platform/db/table-lifecycle.ts';
import { jobsLifecycle } from '#lib/platform/jobs/lifecycle.ts';
import { operationsLifecycle } from '#lib/portal/operations/lifecycle.ts';

/** Lifecycles of an account's claims and statements about records. */
export const claimedLifecycles: readonly TableLifecycle[] = [...claimsLifecycle, ...ownershipLifecycle, ...trustLifecycle];

/** Lifecycles of an account's requests, decisions, follows and notifications, in the order in which an erasure locks rows. */
export const actLifecycles: readonly TableLifecycle[] = [
  ...reportsLifecycle,
  ...correctionsLifecycle,
  ...additionsLifecycle,
  ...appealsLifecycle,
  ...identityLifecycle,
  ...casesLifecycle,
  ...auditLifecycle,
  ...operationsLifecycle,
  ...followsLifecycle,
  ...savedWorksLifecycle,
  ...notificationsLifecycle,
];

/** Lifecycles of the account and its sign-in methods, after those of its queued jobs. */
export const accessLifecycles: readonly TableLifecycle[] = [...authLifecycle, ...jobsLifecycle, ...accountsLifecycle];
