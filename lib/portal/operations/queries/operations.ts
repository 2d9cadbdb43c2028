import { and, asc, count, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, min, ne, type SQL, sql } from 'drizzle-orm';
import { findAnyRecord } from '#lib/catalog/authors/queries/find.ts';
import { holdingClaimOf } from '#lib/catalog/ownership/queries/ownership.ts';
import { isFullyVisible, isSuppressed } from '#lib/catalog/visibility/model.ts';
import { notFullyVisible, notSuppressed, notUnlisted } from '#lib/catalog/visibility/queries.ts';
import type { Reviewer } from '#lib/governance/cases/model/review-case.ts';
import { isOpenAt } from '#lib/platform/auth/sessions.ts';
import { addMs, daysMs, minutesMs, now, nowUntilExpiry } from '#lib/platform/clock.ts';
import { recordExpiry } from '#lib/platform/db/dependencies.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { accounts, announcements, auditEntries, rateLimits, roles, sessions } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims, reviews } from '#lib/platform/db/schema/claims.ts';
import { correctionAgreements, corrections } from '#lib/platform/db/schema/corrections.ts';
import { follows } from '#lib/platform/db/schema/follows.ts';
import { imports, quarantinedRecords } from '#lib/platform/db/schema/imports.ts';
import { invitations, threads } from '#lib/platform/db/schema/invitations.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { logEnd } from '#lib/platform/db/schema/trust.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { LifecycleTable } from '#lib/platform/db/table-lifecycle.ts';
import { redactAddresses } from '#lib/platform/log/fault-text.ts';
import type {
  AccountRow,
  Announcement,
  FailedJob,
  InstanceFigures,
  InvitedPerson,
  InvitedStaff,
  JobHealth,
  LimitHealth,
  QuarantinedRecord,
  SourceRun,
  UnusualEvents,
} from '../model/operations.ts';
import { jobLabel } from './job-labels.ts';

/** Capability that proves the viewer to be an admin. */
export type Admin = Reviewer & { role: 'admin' };

const toNumber = (value: unknown): number => Number(value ?? 0);

async function countOf(reader: Reader, table: LifecycleTable, condition?: SQL): Promise<number> {
  const [row] = await reader.select({ count: count() }).from<LifecycleTable>(table).where(condition);
  return row?.count ?? 0;
}

/** Returns counts of whole tables. Used on the admin page only; it takes some milliseconds on a large instance. */
export async function instanceFigures(reader: Reader, _admin: Admin): Promise<InstanceFigures> {
  const isOpenReview = eq(reviews.state, 'open');
  const [oldest] = await reader.select({ at: reviews.openedAt }).from(reviews).where(isOpenReview).orderBy(asc(reviews.openedAt)).limit(1);
  const [end] = await reader.select({ number: logEnd.number }).from(logEnd);
  return {
    works: await countOf(reader, works),
    authors: await countOf(reader, authors, and(isNull(authors.mergedInto), gt(authors.worksCount, 0))),
    claimedAuthors: await countOf(reader, authors, eq(authors.claimState, 'claimed')),
    accounts: await countOf(reader, accounts),
    openSessions: await countOf(reader, sessions, isOpenAt(reader, now())),
    follows: await countOf(reader, follows),
    invitationsOpen: await countOf(reader, invitations, inArray(invitations.state, ['sent', 'seen'])),
    threads: await countOf(reader, threads),
    reviewsOpen: await countOf(reader, reviews, isOpenReview),
    reviewsOldest: oldest?.at ?? null,
    logEvents: end?.number ?? 0,
  };
}

const maxRuns = 20;

export async function lastImportRuns(reader: Reader, _admin: Admin): Promise<SourceRun[]> {
  const rows = await reader.select().from(imports).orderBy(desc(imports.startedAt)).limit(maxRuns);
  return rows.map(({ source, input, state, startedAt, finishedAt, summary }) => {
    const counts = (summary ?? {}) as { added?: unknown; changed?: unknown; quarantined?: unknown };
    const [added, changed, quarantined] = [toNumber(counts.added), toNumber(counts.changed), toNumber(counts.quarantined)];
    return { source, input, state, startedAt, finishedAt, added, changed, quarantined };
  });
}

/** Returns waiting, due, running and failed jobs by kind. Emails have the kind `send-mail`. */
export async function jobHealth(reader: Reader, _admin: Admin): Promise<JobHealth[]> {
  const at = now();
  const countWhere = (condition: ReturnType<typeof sql>) => sql<number>`sum(case when ${condition} then 1 else 0 end)`;
  const isDue = and(eq(jobs.state, 'waiting'), lte(jobs.runAt, at)) ?? sql`false`;
  const rows = await reader
    .select({
      kind: jobs.kind,
      waiting: countWhere(sql`${jobs.state} = 'waiting'`),
      due: countWhere(isDue),
      running: countWhere(sql`${jobs.state} = 'running'`),
      failed: countWhere(sql`${jobs.state} = 'failed'`),
    })
    .from(jobs)
    .where(inArray(jobs.state, ['waiting', 'running', 'failed']))
    .groupBy(jobs.kind)
    .orderBy(asc(jobs.kind));
  const oldestDueRows = await reader
    .select({ kind: jobs.kind, at: min(jobs.runAt) })
    .from(jobs)
    .where(isDue)
    .groupBy(jobs.kind);
  const retryRows = await reader
    .select({ kind: jobs.kind, jobs: count(), error: min(jobs.lastError) })
    .from(jobs)
    .where(and(eq(jobs.state, 'waiting'), isNotNull(jobs.lastError)))
    .groupBy(jobs.kind);
  const retriesOf = new Map(
    retryRows.map(({ kind, jobs: jobCount, error }) => [kind, { jobs: jobCount, error: redactAddresses(error ?? '') }]),
  );
  const oldestDueOf = new Map(oldestDueRows.map(({ kind, at: since }) => [kind, since]));
  return rows.map(({ kind, ...counts }) => ({
    ...{ kind, label: jobLabel(kind) },
    waiting: toNumber(counts.waiting),
    due: toNumber(counts.due),
    running: toNumber(counts.running),
    failed: toNumber(counts.failed),
    oldestDue: oldestDueOf.get(kind) ?? null,
    retrying: retriesOf.get(kind) ?? null,
  }));
}

const maxFailures = 20;

/** Returns failed jobs, newest first, with their error and without their payload, which may contain an email address. */
export async function failedJobs(reader: Reader, _admin: Admin): Promise<FailedJob[]> {
  const columns = { id: jobs.id, kind: jobs.kind, attempts: jobs.attempts, error: jobs.lastError, finishedAt: jobs.finishedAt };
  const rows = await reader.select(columns).from(jobs).where(eq(jobs.state, 'failed')).orderBy(desc(jobs.finishedAt)).limit(maxFailures);
  return rows.map(({ error, ...job }) => ({ ...job, label: jobLabel(job.kind), error: redactAddresses(error ?? '') }));
}

const maxLimits = 5000;

/** Returns the current use of rate limits by name. Subjects are stored as hashes and cannot be identified. */
export async function limitHealth(reader: Reader, _admin: Admin): Promise<LimitHealth[]> {
  const { key, points, expire } = rateLimits;
  const rows = await reader.select({ key, points }).from(rateLimits).where(gt(expire, now())).limit(maxLimits);
  const byName = Map.groupBy(rows, (row) => row.key.split(':', 1)[0] ?? '');
  return [...byName]
    .map(([name, uses]) => ({ name, counted: uses.length, maxUses: Math.max(...uses.map((use) => use.points)) }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

const accountsPerPage = 50;

/** Returns a page of accounts by id, optionally those whose email address or name starts with a text. */
export async function accountsFrom(
  reader: Reader,
  _admin: Admin,
  { after, begins }: { after: string | null; begins: string | null },
): Promise<{ rows: AccountRow[]; next: string | null }> {
  const prefix = begins?.toLowerCase() ?? '';
  const matches =
    prefix === ''
      ? undefined
      : sql`(lower(${accounts.email}) like ${`${escapeLike(prefix)}%`} escape '\\' or lower(${accounts.name}) like ${`${escapeLike(prefix)}%`} escape '\\')`;
  const foundRows = await reader
    .select()
    .from(accounts)
    .where(and(gt(accounts.id, after ?? ''), matches))
    .orderBy(asc(accounts.id))
    .limit(accountsPerPage + 1);
  const pageRows = foundRows.slice(0, accountsPerPage);
  const ids = pageRows.map(({ id }) => id);
  const roleRows = ids.length === 0 ? [] : await reader.select().from(roles).where(inArray(roles.accountId, ids));
  const ownedRecords =
    ids.length === 0 ? [] : await rowsOf(reader, authors, and(inArray(authors.ownerId, ids), isNull(authors.mergedInto)));
  const rows = pageRows.map(({ id, name, email, emailVerified, createdAt, suspendedAt }) => ({
    isSuspended: suspendedAt !== null,
    id,
    name,
    email,
    confirmed: emailVerified !== null,
    since: createdAt,
    roles: roleRows.filter(({ accountId }) => accountId === id).map(({ role }) => role),
    records: ownedRecords.filter(({ ownerId }) => ownerId === id).map(({ slug, name: ownedName }) => ({ slug, name: ownedName })),
  }));
  return { rows, next: foundRows.length > accountsPerPage ? (ids.at(-1) ?? null) : null };
}

const quarantinedPerPage = 50;

/** Returns a page of the records that imports have quarantined, newest first, each with its reason. */
export async function quarantinedFrom(
  reader: Reader,
  _admin: Admin,
  after: number | null,
): Promise<{ rows: QuarantinedRecord[]; next: number | null; count: number }> {
  const rows = await reader
    .select()
    .from(quarantinedRecords)
    .where(after === null ? undefined : lt(quarantinedRecords.key, after))
    .orderBy(desc(quarantinedRecords.key))
    .limit(quarantinedPerPage + 1);
  const shown = rows.slice(0, quarantinedPerPage);
  return {
    rows: shown.map(({ observedAt, importId: _, ...row }) => ({ ...row, at: observedAt })),
    next: rows.length > quarantinedPerPage ? (shown.at(-1)?.key ?? null) : null,
    count: await countOf(reader, quarantinedRecords),
  };
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Returns current announcements. The result is valid until the next announcement starts or one of them ends. */
export async function currentAnnouncements(reader: Reader): Promise<Announcement[]> {
  const at = nowUntilExpiry();
  const notEnded = await reader.prepared(notEndedQuery, { at });
  for (const each of notEnded) recordExpiry((each.from > at ? each.from : each.until).getTime());
  return notEnded.filter((each) => each.from <= at).slice(0, 3);
}

const notEndedQuery = (reader: Reader) => {
  const { id, text, href, from, until } = announcements;
  return reader
    .select({ id, text, href, from, until })
    .from(announcements)
    .where(gt(until, sql.param(sql.placeholder('at'), until)))
    .orderBy(desc(from))
    .prepare();
};

/** Returns what happens more often than usual: claims within an hour and a day, and claims that wait for an admin. */
export async function unusualEvents(reader: Reader, _admin: Admin): Promise<UnusualEvents> {
  const claimedSince = (ms: number) => countOf(reader, claims, gte(claims.createdAt, addMs(now(), -ms)));
  const waitingClaims = await reader
    .select({ id: claims.id, at: claims.createdAt, until: claims.noticeEndsAt, slug: authors.slug, name: authors.name })
    .from(claims)
    .innerJoin(authors, eq(authors.id, claims.authorId))
    .where(and(eq(claims.waitsForAdmin, true), eq(claims.state, 'notice_period'), notSuppressed()))
    .orderBy(claims.createdAt)
    .limit(maxWaitingClaims);
  return {
    ...{ claimsInHour: await claimedSince(minutesMs(60)), claimsInDay: await claimedSince(daysMs(1)), waitingClaims },
    hiddenByWeakOwners: await countHiddenByWeakOwners(reader),
    correctedByWeakOwners: await worksCorrectedByWeakOwners(reader),
  };
}

/** Counts the profiles that somebody has chosen to show less, and whose owner has no strong proof. */
async function countHiddenByWeakOwners(reader: Reader): Promise<number> {
  const isWeak = and(
    eq(claims.authorId, authors.id),
    eq(claims.accountId, authors.ownerId),
    eq(claims.state, 'accepted'),
    ne(claims.strength, 'strong'),
  );
  const [row] = await reader
    .select({ count: count() })
    .from(authors)
    .innerJoin(claims, isWeak)
    .where(and(notFullyVisible(), notUnlisted()));
  return row?.count ?? 0;
}

/** Returns works with a correction in effect that authors accepted, fewer than two of them with a strong proof. */
async function worksCorrectedByWeakOwners(reader: Reader): Promise<{ id: string; title: string | null }[]> {
  const isAccepted = and(eq(corrections.decidedBy, 'authors'), inArray(corrections.state, ['accepted', 'contested']));
  const isStrong = and(eq(claims.accountId, correctionAgreements.accountId), eq(claims.state, 'accepted'), eq(claims.strength, 'strong'));
  const rows = await reader
    .select({ id: works.id, title: works.title })
    .from(corrections)
    .innerJoin(works, eq(works.id, corrections.subjectId))
    .leftJoin(correctionAgreements, eq(correctionAgreements.correctionId, corrections.id))
    .leftJoin(claims, isStrong)
    .where(isAccepted)
    .groupBy(works.id, works.title, corrections.id)
    .having(sql`count(distinct ${claims.accountId}) < 2`)
    .orderBy(works.id)
    .limit(maxWaitingClaims);
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

const maxWaitingClaims = 200;
const maxInvitedPeople = 200;

/** Returns whom the staff lists have invited, and who has come. */
export async function invitedStaff(reader: Reader, _admin: Admin): Promise<InvitedStaff> {
  const invitations = await reader
    .select({ id: auditEntries.id, at: auditEntries.at, authorId: auditEntries.subjectId })
    .from(auditEntries)
    .where(eq(auditEntries.action, 'roster.invited'))
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(maxInvitedPeople);
  const people: InvitedPerson[] = [];
  for (const { id, at: invitedAt, authorId } of invitations) {
    const record = await findAnyRecord(reader, authorId);
    if (!record) continue;
    const claim = await holdingClaimOf(reader, record.id);
    const isOwned = claim?.state === 'accepted' || claim?.state === 'suspended';
    const state = isOwned ? 'claimed' : claim ? 'in_notice' : isFullyVisible(record) ? 'waiting' : 'hidden';
    const at = (isOwned ? claim?.decidedAt : claim?.noticeEndsAt) ?? null;
    people.push({ id, name: record.name, slug: isSuppressed(record) ? null : record.slug, invitedAt, state, at });
  }
  return { invited: people.length, claimed: people.filter(({ state }) => state === 'claimed').length, people };
}
