import { connection } from 'next/server';
import { cache } from 'react';
import { witnessConflicts, witnessHealth } from '#lib/catalog/trust/queries/witnesses.ts';
import { passkeyStateOf } from '#lib/community/accounts/queries/passkeys.ts';
import { viewer } from '#lib/platform/auth/viewer.ts';
import { reader } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { countReviewers, listReviewers, reviewerOf } from '#lib/portal/decisions/queries/reviewers.ts';
import { findAlerts } from './model/alerts.ts';
import type { AuditQuery, AuditRow } from './model/audit.ts';
import type { Announcement } from './model/operations.ts';
import { auditFrom } from './queries/audit.ts';
import { readInstanceState } from './queries/instance-state.ts';
import {
  type Admin,
  accountsFrom,
  currentAnnouncements,
  failedJobs,
  instanceFigures,
  invitedStaff,
  jobHealth,
  lastImportRuns,
  limitHealth,
  quarantinedFrom,
  unusualEvents,
} from './queries/operations.ts';

/** Returns the viewer as admin; 'sign-in' without an account, null for anybody else. */
export async function currentAdmin(): Promise<Admin | 'sign-in' | null> {
  const actor = await viewer();
  if (!actor) return 'sign-in';
  const reviewer = await reviewerOf(reader(), actor);
  return reviewer?.role === 'admin' ? (reviewer as Admin) : null;
}

/** Loads the state of the instance, for admins only. */
export async function loadOperations() {
  const admin = await currentAdmin();
  if (admin === null || admin === 'sign-in') return admin;
  const currentReader = reader();
  const actor = await viewer();
  const { DATA_DIR, DATABASE_URL } = env();
  const state = await readInstanceState(currentReader, { dataDir: DATA_DIR, databaseUrl: DATABASE_URL });
  return {
    state,
    alerts: findAlerts(state),
    passkey: actor ? await passkeyStateOf(currentReader, actor) : 'add',
    reader: admin.accountId,
    reviewers: await listReviewers(currentReader),
    staff: await invitedStaff(currentReader, admin),
    unusual: await unusualEvents(currentReader, admin),
    deciders: await countReviewers(currentReader),
    figures: await instanceFigures(currentReader, admin),
    runs: await lastImportRuns(currentReader, admin),
    jobs: await jobHealth(currentReader, admin),
    failures: await failedJobs(currentReader, admin),
    limits: await limitHealth(currentReader, admin),
    witnesses: await witnessHealth(currentReader, env().LOG_WITNESSES),
    conflicts: await witnessConflicts(currentReader),
    announcements: await currentAnnouncements(currentReader),
  };
}

/** Loads a page of accounts, for admins only. */
export async function loadAccounts(begins: string | undefined, after: string | undefined) {
  const admin = await currentAdmin();
  if (admin === null || admin === 'sign-in') return admin;
  return accountsFrom(reader(), admin, { begins: begins?.trim().slice(0, 100) || null, after: after?.slice(0, 40) ?? null });
}

/** Loads a page of the records that imports have quarantined, for admins only. */
export async function loadQuarantined(after: string | undefined) {
  const admin = await currentAdmin();
  if (admin === null || admin === 'sign-in') return admin;
  // PostgreSQL refuses a number beyond its integers.
  const key = after !== undefined && /^\d{1,15}$/.test(after) ? Math.min(Number(after), 2_147_483_647) : null;
  return quarantinedFrom(reader(), admin, key);
}

const auditPageRows = 50;
const auditFileRows = 5000;

/** Loads a page of the audit log, for admins only. */
export async function loadAudit(query: AuditQuery) {
  const admin = await currentAdmin();
  return admin === null || admin === 'sign-in' ? admin : auditFrom(reader(), admin, query, auditPageRows);
}

/** Loads the audit log as rows of a file, at most 5,000; null for anybody who is not an admin. */
export async function loadAuditFile(query: AuditQuery): Promise<AuditRow[] | null> {
  const admin = await currentAdmin();
  return admin === null || admin === 'sign-in' ? null : (await auditFrom(reader(), admin, query, auditFileRows)).rows;
}

/** Loads the current announcements, which every page shows. */
export const loadAnnouncements = cache(async (): Promise<Announcement[]> => {
  await connection();
  return currentAnnouncements(reader());
});
