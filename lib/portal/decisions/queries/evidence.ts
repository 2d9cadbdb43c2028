import { and, asc, eq, inArray, isNotNull, or } from 'drizzle-orm';
import { eventIn, isKind } from '#lib/catalog/trust/model/log.ts';
import { isFrozen } from '#lib/catalog/trust/queries/log.ts';
import { decisionIn } from '#lib/governance/cases/model/appeals.ts';
import type { AppealOf, Decision, Reviewer, ReviewKind } from '#lib/governance/cases/model/review-case.ts';
import { appealsOn } from '#lib/governance/cases/queries/appeals.ts';
import { anyRecord } from '#lib/governance/identity/queries/visibility.ts';
import { isReportKind, reasons as reportReasons, type Subject } from '#lib/governance/reports/model/report.ts';
import { subjectNamed } from '#lib/governance/reports/queries.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { claims, disputes, proofs, reviews, reviewVotes } from '#lib/platform/db/schema/claims.ts';
import { identityChanges, visibilityRequests } from '#lib/platform/db/schema/identity.ts';
import { reports } from '#lib/platform/db/schema/reports.ts';
import { evidenceEvents } from '#lib/platform/db/schema/trust.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { FactLine, ProofEvidence, ReportEvidence, ReviewView, Side } from '../model/views.ts';
import { decidedReview, stepIn } from './appeals.ts';
import { concernsOf, isCloseTo } from './conflicts-of-interest.ts';
import { closeVotes } from './distance.ts';
import { quorumFactsOf, variantOf } from './quorum.ts';
import { factLines, recordsForReview } from './records.ts';

type Review = typeof reviews.$inferSelect;

/**
 * One question with the evidence of all sides, for a reviewer who is no party of it; null for any other, and where there is none.
 * Nothing private is in it: no address, no account's name but those of the reviewers who voted.
 * @param network the seal of the network of the reader's sign-in
 */
export async function reviewFor(
  reader: Reader,
  reviewer: Reviewer,
  reviewId: string,
  network: string | null = null,
): Promise<ReviewView | null> {
  const [review] = await reader.select().from(reviews).where(eq(reviews.id, reviewId)).limit(1);
  if (!review || (await concernsOf(reader, reviewer.accountId, [review])).size > 0) return null;
  const filed = review.kind === 'appeal' ? await appealIn(reader, review) : null;
  // An appeal is decided by the evidence of what it is about.
  const about = filed ? { ...review, kind: filed.of } : review;
  const { others, asked } = await askedIn(reader, about);
  const report = about.kind === 'report' ? await reportIn(reader, review.subjectId) : null;
  return {
    id: review.id,
    kind: review.kind as ReviewKind,
    variant: await variantOf(reader, review),
    stakes: await quorumFactsOf(reader, review),
    appeal: filed,
    openedAt: review.openedAt,
    state: review.state as ReviewView['state'],
    decided:
      review.decision && review.decidedAt
        ? { decision: review.decision as Decision, reason: review.reason ?? '', remedy: review.remedy, at: review.decidedAt }
        : null,
    records: await recordsForReview(reader, [...(review.authorId ? [review.authorId] : []), ...others]),
    sides: await sidesOf(reader, about),
    report,
    asked,
    mayLift: await liftable(reader, reviewer, review.authorId && ((await anyRecord(reader, review.authorId))?.id ?? null)),
    close: await closeVotes(reader, { accountId: reviewer.accountId, network }, review.state === 'open' ? [review.id] : []),
    votes: await votesOn(reader, reviewer, review.id),
  };
}

/** The record, where it is frozen and the reader may lift that. */
async function liftable(reader: Reader, { role, accountId }: Reviewer, authorId: string | null): Promise<string | null> {
  if (role !== 'admin' || authorId === null || !(await isFrozen(reader, authorId))) return null;
  return (await isCloseTo(reader, accountId, authorId)) ? null : authorId;
}

/** What an appeal says, and the decision that it is against. */
async function appealIn(reader: Reader, { id, subjectId }: Review): Promise<ReviewView['appeal']> {
  const all = await appealsOn(reader, subjectId);
  const filed = all.find(({ reviewId }) => reviewId === id) ?? null;
  const of = (filed?.of ?? 'claim') as AppealOf;
  const first = await decidedReview(reader, { of, subjectId });
  const step = first && stepIn(first, all, filed);
  return {
    of,
    words: filed?.words ?? null,
    earlier: all.find(({ filedAt }) => filed && filedAt < filed.filedAt)?.words ?? null,
    against: step && {
      decision: decisionIn(of, step.inFavour),
      reason: step.reason,
      remedy: step.remedy,
      at: step.at,
      byAppeal: step.by !== null,
    },
  };
}

async function votesOn(reader: Reader, reviewer: Reviewer, reviewId: string): Promise<ReviewView['votes']> {
  const rows = await reader
    .select({ vote: reviewVotes, name: accounts.name })
    .from(reviewVotes)
    .leftJoin(accounts, eq(accounts.id, reviewVotes.accountId))
    .where(eq(reviewVotes.reviewId, reviewId))
    .orderBy(asc(reviewVotes.at));
  return rows.map(({ vote: { accountId, decision, reason, remedy, note, at }, name }) => {
    const own = accountId === reviewer.accountId;
    return { by: own ? 'You' : (name ?? 'A reviewer'), own, decision: decision as Decision, reason, remedy, note, at };
  });
}

/** Who holds the record or wants it, and who objects: each with what they have shown. */
async function sidesOf(reader: Reader, { kind, subjectId }: Pick<Review, 'kind' | 'subjectId'>): Promise<Side[]> {
  if (kind !== 'claim' && kind !== 'dispute') return [];
  const [dispute] = await reader.select().from(disputes).where(eq(disputes.id, subjectId)).limit(1);
  const [claim] = await reader
    .select()
    .from(claims)
    .where(eq(claims.id, dispute?.claimId ?? subjectId))
    .limit(1);
  if (!claim) return [];
  const claimant: Side = {
    id: claim.id,
    role: 'claimant',
    since: claim.createdAt,
    stands: claim.state,
    strength: claim.strength,
    facts: [],
    proofs: await proofsOf(reader, claim.accountId, claim.authorId),
  };
  const against = dispute
    ? await reader.select().from(disputes).where(eq(disputes.questionId, dispute.questionId)).orderBy(asc(disputes.openedAt))
    : await reader
        .select()
        .from(disputes)
        .where(and(eq(disputes.authorId, claim.authorId), eq(disputes.claimId, claim.id)));
  const objectors: Side[] = [];
  for (const each of against) {
    objectors.push({
      id: each.id,
      role: 'objector',
      since: each.openedAt,
      stands: each.state,
      strength: each.strength,
      facts: factLines(each.facts),
      proofs: await proofsOf(reader, each.accountId, each.authorId),
    });
  }
  return [claimant, ...objectors];
}

/**
 * What an account has shown for a record, also what was taken from it with its claim: an appeal is about that. Of each proof the public
 * facts: those of the log where it stands there.
 */
async function proofsOf(reader: Reader, accountId: string, authorId: string): Promise<ProofEvidence[]> {
  const rows = await reader
    .select({ proof: proofs, body: evidenceEvents.body })
    .from(proofs)
    .leftJoin(evidenceEvents, eq(evidenceEvents.id, proofs.eventId))
    .where(
      and(
        eq(proofs.accountId, accountId),
        eq(proofs.authorId, authorId),
        or(inArray(proofs.state, ['observed', 'valid', 'stale', 'expired']), and(eq(proofs.state, 'revoked'), isNotNull(proofs.eventId))),
      ),
    )
    .orderBy(asc(proofs.issuedAt));
  return rows.map(({ proof: { id, kind, family, strength, state, observedAt, facts }, body }) => ({
    id,
    kind,
    family,
    strength,
    state,
    observedAt,
    facts: [...shownIn(body), ...factLines(facts)],
  }));
}

function shownIn(body: string | null): FactLine[] {
  const event = body === null ? null : eventIn({ body });
  if (!event || !isKind(event, 'proof_shown')) return [];
  return [
    { term: 'shown', is: event.facts.subject },
    { term: 'checked by', is: event.facts.verifier },
  ];
}

async function reportIn(reader: Reader, reportId: string): Promise<ReportEvidence | null> {
  const [report] = await reader.select().from(reports).where(eq(reports.id, reportId)).limit(1);
  if (!report || !isReportKind(report.kind)) return null;
  const about = await subjectNamed(reader, report.subject as Subject, report.subjectId);
  const words: Record<string, string> = reportReasons[report.kind];
  const { decidedReason: _reason, decidedRemedy: _remedy, ...facts } = report.facts;
  return {
    kind: report.kind,
    reason: words[report.reason] ?? report.reason,
    facts: factLines(facts),
    note: report.note,
    byAccount: report.reporterId !== null,
    at: report.createdAt,
    about: about && { name: about.name, path: about.path },
  };
}

interface Asked {
  /** Records besides the review's own. */
  others: string[];
  asked: FactLine[];
}

/** What a merge, a split or a request to hide a name asks for. */
async function askedIn(reader: Reader, { kind, subjectId }: Pick<Review, 'kind' | 'subjectId'>): Promise<Asked> {
  if (kind === 'merge') {
    const [change] = await reader.select().from(identityChanges).where(eq(identityChanges.id, subjectId)).limit(1);
    if (!change) return { others: [], asked: [] };
    const isSplit = change.kind === 'split';
    const what = isSplit
      ? await splitLines(reader, change)
      : [{ term: 'asked for', is: 'that the two records become one; the first stays' }];
    const others = [change.authorId, ...(change.otherId ? [change.otherId] : [])];
    return { others, asked: [...what, { term: 'because', is: change.reason }] };
  }
  if (kind === 'suppression') {
    const [request] = await reader.select().from(visibilityRequests).where(eq(visibilityRequests.id, subjectId)).limit(1);
    if (!request) return { others: [], asked: [] };
    const { wanted, by, reason, state, expiresAt } = request;
    const until = state === 'waiting' && expiresAt ? expiresAt.toISOString().slice(0, 16).replace('T', ' ') : null;
    const asked = factLines({ asked_for: wanted, shown_by: by, code: reason, done_by_itself_at: until && `${until} UTC` });
    return { others: [request.authorId], asked };
  }
  return { others: [], asked: [] };
}

const maxTitles = 100;

async function splitLines(reader: Reader, { workIds, otherName }: { workIds: string[]; otherName: string | null }): Promise<FactLine[]> {
  const rows = await reader
    .select({ title: works.title, year: works.year })
    .from(works)
    .where(inArray(works.id, workIds.slice(0, maxTitles)))
    .orderBy(asc(works.year));
  const titles = rows.map(({ title, year }) => `${title ?? 'A work without a title'}${year ? ` (${year})` : ''}`);
  return [
    { term: 'asked for', is: `that ${workIds.length === 1 ? 'one work leaves' : `${workIds.length} works leave`} the record` },
    { term: 'the new record', is: otherName ?? 'of the same name' },
    { term: 'works that leave', is: titles.join('\n') },
  ];
}
