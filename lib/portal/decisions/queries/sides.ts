import { and, eq } from 'drizzle-orm';
import type { AppealSide } from '#lib/governance/cases/model/appeals.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims, disputes, type reviews } from '#lib/platform/db/schema/claims.ts';
import { identityChanges, visibilityRequests } from '#lib/platform/db/schema/identity.ts';
import { reports } from '#lib/platform/db/schema/reports.ts';
import type { Reader } from '#lib/platform/db/store.ts';

type Review = Pick<typeof reviews.$inferSelect, 'kind' | 'subjectId' | 'authorId' | 'parties'>;

/**
 * On which side of a decision an account is; null for anybody else. Who loses a record by an objection, or by a report of impersonation,
 * appeals about their claim: there the decision has no other side. Nor has a request about the name of a record that nobody owns.
 */
export async function sideOf(reader: Reader, accountId: string, review: Review): Promise<AppealSide | null> {
  const { kind, subjectId, authorId, parties } = review;
  if ((await askersOf(reader, kind, subjectId)).includes(accountId)) return 'asker';
  if (kind === 'merge') return parties.includes(accountId) && !(await isTurnedDown(reader, subjectId)) ? 'other' : null;
  const report = kind === 'report' ? await reportKind(reader, subjectId) : null;
  if (!report || report === 'impersonation') return null;
  if (parties.includes(accountId)) return 'other';
  // Misuse is of the person who wrote: who owns the record by now may be somebody else.
  return report !== 'misuse' && (await owns(reader, accountId, authorId)) ? 'other' : null;
}

async function askersOf(reader: Reader, kind: string, subjectId: string): Promise<(string | null)[]> {
  const rows =
    kind === 'claim'
      ? await reader.select({ by: claims.accountId }).from(claims).where(eq(claims.id, subjectId))
      : kind === 'dispute'
        ? await reader.select({ by: disputes.accountId }).from(disputes).where(eq(disputes.questionId, subjectId))
        : kind === 'report'
          ? await reader.select({ by: reports.reporterId }).from(reports).where(eq(reports.id, subjectId))
          : kind === 'merge'
            ? await reader.select({ by: identityChanges.accountId }).from(identityChanges).where(eq(identityChanges.id, subjectId))
            : await reader
                .select({ by: visibilityRequests.accountId })
                .from(visibilityRequests)
                .where(eq(visibilityRequests.id, subjectId));
  return rows.map(({ by }) => by);
}

/** Also where people had approved it, and it could not be made any more: then nobody has lost anything by it. */
async function isTurnedDown(reader: Reader, changeId: string): Promise<boolean> {
  const [change] = await reader.select({ state: identityChanges.state }).from(identityChanges).where(eq(identityChanges.id, changeId));
  return change?.state === 'rejected';
}

async function reportKind(reader: Reader, reportId: string): Promise<string | null> {
  const [report] = await reader.select({ kind: reports.kind }).from(reports).where(eq(reports.id, reportId));
  return report?.kind ?? null;
}

async function owns(reader: Reader, accountId: string, authorId: string | null): Promise<boolean> {
  if (authorId === null) return false;
  const theirs = and(eq(authors.id, authorId), eq(authors.ownerId, accountId));
  return (await reader.select({ id: authors.id }).from(authors).where(theirs).limit(1)).length > 0;
}
