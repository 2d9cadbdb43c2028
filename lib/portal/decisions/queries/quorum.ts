import { eq, inArray } from 'drizzle-orm';
import { isAboutOwner, type ReviewKind } from '#lib/governance/cases/model/review-case.ts';
import { isReportKind } from '#lib/governance/reports/model/report.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import type { reviews } from '#lib/platform/db/schema/claims.ts';
import { identityChanges } from '#lib/platform/db/schema/identity.ts';
import { reports } from '#lib/platform/db/schema/reports.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { Variant } from '../model/choices.ts';
import type { QuorumFacts } from '../model/quorum.ts';
import { appealOf } from './appeals.ts';

type Review = typeof reviews.$inferSelect;

/** What a question is besides its kind. */
export async function variantOf(reader: Reader, { kind, subjectId }: Pick<Review, 'kind' | 'subjectId'>): Promise<Variant> {
  if (kind === 'appeal') return `of_${await appealOf(reader, subjectId)}`;
  if (kind === 'merge') {
    const [change] = await reader.select({ kind: identityChanges.kind }).from(identityChanges).where(eq(identityChanges.id, subjectId));
    return change?.kind === 'split' ? 'split' : null;
  }
  const report = kind === 'report' ? await reportKind(reader, subjectId) : undefined;
  return isReportKind(report) ? report : null;
}

const reportKind = async (reader: Reader, id: string): Promise<string | undefined> =>
  (await reader.select({ kind: reports.kind }).from(reports).where(eq(reports.id, id)))[0]?.kind;

/** What the number of eyes on a question depends on. */
export async function quorumFactsOf(reader: Reader, review: Review): Promise<QuorumFacts> {
  const { kind, subjectId, votesNeeded } = review;
  const of = kind === 'appeal' ? await appealOf(reader, subjectId) : kind;
  return {
    kind: kind as ReviewKind,
    votesNeeded,
    claimed: await isClaimed(reader, review),
    movesRecords: of !== 'suppression' && (of !== 'report' || (await reportKind(reader, subjectId)) === 'impersonation'),
    aboutOwner: isAboutOwner(of),
    aboutName: of === 'suppression',
  };
}

/** Whether a record that the question is about has an owner: of a merge either of the two. */
async function isClaimed(reader: Reader, { authorId, subjectId }: Review): Promise<boolean> {
  const columns = { one: identityChanges.authorId, other: identityChanges.otherId };
  const [change] = await reader.select(columns).from(identityChanges).where(eq(identityChanges.id, subjectId));
  const ids = [authorId, change?.one, change?.other].filter((id) => typeof id === 'string');
  if (ids.length === 0) return false;
  const rows = await reader.select({ ownerId: authors.ownerId }).from(authors).where(inArray(authors.id, ids));
  return rows.some(({ ownerId }) => ownerId !== null);
}
