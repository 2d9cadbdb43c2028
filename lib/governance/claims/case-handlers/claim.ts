import { and, eq, inArray } from 'drizzle-orm';
import type { Remedy } from '#lib/community/decision-reasons.ts';
import { freezeDays } from '#lib/community/limits.ts';
import type { AppealPart, CaseHandler, DecidedAppeal } from '#lib/governance/cases/case-handlers.ts';
import { assertStillOpen } from '#lib/governance/cases/commands/open.ts';
import { appealChoices, mayAppeal } from '#lib/governance/cases/model/appeals.ts';
import type { Appeal } from '#lib/governance/cases/queries/appeals.ts';
import { firstOf } from '#lib/platform/db/rows.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import { decideAppeal } from '../commands/appeals.ts';
import { decideClaim } from '../commands/decide.ts';
import { lockClaim } from '../commands/dispute.ts';
import { appealClaim } from '../commands/end.ts';
import { freezeIfUnowned, unfreezeRecord } from '../commands/freeze.ts';
import { sidesOf } from '../queries/sides.ts';

export const claimantRemedies: readonly Remedy[] = ['show_strong_proof', 'ask_coauthors', 'claim_other', 'split_first'];

export const claimCase: CaseHandler = {
  isAboutOwner: true,
  decisions: ['approve', 'reject'],
  choices: {
    claim: [
      {
        decision: 'approve',
        label: 'Accept the claim',
        effects: ['The person owns the profile at once, and their proofs count.', 'Others can still object with a proof of their own.'],
        reasons: ['proof_holds', 'objection_fails'],
        remedies: ['nothing_to_do'],
      },
      {
        decision: 'reject',
        label: 'Reject the claim',
        effects: [
          'The claim ends. The profile stays without this owner.',
          `For impersonation, it is frozen for ${freezeDays} days.`,
          mayAppeal,
        ],
        reasons: ['not_tied', 'rival_proof', 'other_person', 'several_people', 'impersonation'],
        remedies: claimantRemedies,
      },
    ],
  },
  lock: lockClaim,
  evidence: async (reader, claimId) => ({ sides: await sidesOf(reader, claimId) }),
  askedBy: async (reader, claimId) =>
    (await reader.select({ by: claims.accountId }).from(claims).where(eq(claims.id, claimId))).map(({ by }) => by),
  async decide(tx, { review, inFavour, ...why }) {
    assertStillOpen(await decideClaim(tx, { claimId: review.subjectId, decision: inFavour ? 'approve' : 'reject', ...why }));
    if (why.reason === 'impersonation') await freezeIfUnowned(tx, review.authorId);
  },
  appeal: {
    choices: appealChoices({ granted: ['nothing_to_do'], found: ['not_tied', 'rival_proof', 'other_person'], refused: claimantRemedies }),
    partOf,
    file: (tx, actor, { subjectId, words }) => appealClaim(tx, actor, { claimId: subjectId, words }),
    async grant(tx, appeal) {
      await decideAppealed(tx, appeal);
      if (appeal.review.authorId) await unfreezeRecord(tx, appeal.review.authorId);
      return true;
    },
    refuse: decideAppealed,
  },
};

async function partOf(reader: Reader, accountId: string, claimId: string, own: Appeal | null): Promise<AppealPart | null> {
  const isAppealable = inArray(claims.state, ['rejected', 'revoked', 'appealed', 'accepted']);
  const claim = await firstOf(reader, claims, and(eq(claims.id, claimId), eq(claims.accountId, accountId), isAppealable));
  const { authorId, decidedAt, state, reason, remedy } = claim ?? {};
  if (!authorId || !decidedAt || (state === 'accepted' && !own)) return null;
  const step = { by: null, inFavour: false, reason: reason ?? '', remedy: remedy ?? '', at: decidedAt };
  return { side: 'asker', authorId, step, isAgainst: state !== 'accepted', own, parties: [accountId], votesNeeded: 2 };
}

async function decideAppealed(tx: Writer, { review, inFavour, reason, remedy, by }: DecidedAppeal): Promise<void> {
  const decision = inFavour ? 'approve' : 'reject';
  assertStillOpen(await decideAppeal(tx, { claimId: review.subjectId, decision, reason, remedy, by }));
}
