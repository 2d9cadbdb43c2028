import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { notSuppressed } from '#lib/catalog/visibility/queries.ts';
import { reasonSentence, remedySentence } from '#lib/community/decision-reasons.ts';
import { erasedAccount } from '#lib/platform/auth/erased-account.ts';
import { cursorOf, olderThan, parseCursor } from '#lib/platform/db/cursor.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { accounts, auditEntries } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { reviews } from '#lib/platform/db/schema/claims.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { AuditQuery, AuditRow } from '../model/audit.ts';
import type { Admin } from './operations.ts';

type Entry = typeof auditEntries.$inferSelect;

/** Returns a page of the audit log, newest first. Each filter, and the unfiltered list, has an index that ends with the time. */
export async function auditFrom(
  reader: Reader,
  _admin: Admin,
  { action, by, subject, after }: AuditQuery,
  limit: number,
): Promise<{ rows: AuditRow[]; next: string | null }> {
  const rows = await reader
    .select()
    .from(auditEntries)
    .where(
      and(
        action === null ? undefined : eq(auditEntries.action, action),
        by === null ? undefined : by === 'system' ? isNull(auditEntries.accountId) : eq(auditEntries.accountId, by),
        subject === null ? undefined : eq(auditEntries.subjectId, subject),
        olderThan(parseCursor(after), auditEntries.at, auditEntries.id),
      ),
    )
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: await toAuditRows(reader, page), next: rows.length > limit && last ? cursorOf(last) : null };
}

async function toAuditRows(reader: Reader, page: readonly Entry[]): Promise<AuditRow[]> {
  const accountIds = page.flatMap(({ accountId, subject, subjectId }) => [accountId ?? '', subject === 'account' ? subjectId : '']);
  const names = await namesOf(reader, accountIds);
  const records = await recordsOf(reader, page);
  const reviewIds = await latestReviewsOf(reader, page);
  return page.map(({ id, at, accountId, action, subject, subjectId, facts }): AuditRow => {
    const name = subject === 'account' ? (names.get(subjectId) ?? null) : (records.get(subjectId)?.name ?? null);
    const reviewId = typeof facts.review === 'string' ? facts.review : (reviewIds.get(subjectId) ?? null);
    const path =
      subject === 'author' ? (records.get(subjectId)?.path ?? null) : (pageOfSubject[subject] ?? (reviewId && `/review/${reviewId}`));
    const by = accountId === null ? null : { id: accountId, name: names.get(accountId) ?? placeholderNameOf(accountId) };
    return { id, at, by, action, subject: { kind: subject, id: subjectId, name, path }, facts: formatFacts(facts) };
  });
}

const placeholderNameOf = (accountId: string): string =>
  accountId === erasedAccount ? 'an account that was erased' : 'an account without a name';

const pageOfSubject: Readonly<Record<string, string>> = {
  announcement: '/admin#announcements',
  job: '/admin#jobs',
  account: '/admin/accounts',
};

async function namesOf(reader: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  const distinctIds = [...new Set(ids)].filter((id) => id !== '');
  if (distinctIds.length === 0) return new Map();
  const rows = await reader.select({ id: accounts.id, name: accounts.name }).from(accounts).where(inArray(accounts.id, distinctIds));
  return new Map(rows.flatMap(({ id, name }) => (name ? [[id, name] as const] : [])));
}

/** Returns records by id. Names of suppressed records are excluded here too. */
async function recordsOf(reader: Reader, page: readonly Entry[]): Promise<Map<string, { name: string; path: string }>> {
  const ids = [...new Set(page.filter(({ subject }) => subject === 'author').map(({ subjectId }) => subjectId))];
  if (ids.length === 0) return new Map();
  const isShown = and(inArray(authors.id, ids), notSuppressed());
  const rows = await reader.select({ id: authors.id, name: authors.name, slug: authors.slug }).from(authors).where(isShown);
  return new Map(rows.map(({ id, name, slug }) => [id, { name, path: `/authors/${slug}` }]));
}

/** Returns the latest review case of each subject. */
async function latestReviewsOf(reader: Reader, page: readonly Entry[]): Promise<Map<string, string>> {
  const ids = [...new Set(page.filter(({ facts }) => typeof facts.review !== 'string').map(({ subjectId }) => subjectId))];
  if (ids.length === 0) return new Map();
  const rows = await rowsOf(reader, reviews, inArray(reviews.subjectId, ids), reviews.openedAt);
  return new Map(rows.map(({ id, subjectId }) => [subjectId, id]));
}

const sentenceOf: Readonly<Record<string, (word: string) => string>> = { reason: reasonSentence, remedy: remedySentence };

/** Returns the name of a fact as words: `madeAt` and `made_at` are "made at". */
const termOf = (name: string): string => name.replace(/_|(?=[A-Z])/g, ' ').toLowerCase();

/** Formats facts for display: reasons and remedies as sentences, case ids omitted because of the link, and email addresses removed. */
const formatFacts = (facts: Entry['facts']): AuditRow['facts'] =>
  Object.entries(facts).flatMap(([name, value]) => {
    if (name === 'review' || value === null || value === undefined || typeof value === 'object') return [];
    const text = `${value}`.replace(/[^\s@]+@[^\s@]+/g, '(an address)');
    return [{ term: termOf(name), description: sentenceOf[name]?.(text) || text }];
  });
