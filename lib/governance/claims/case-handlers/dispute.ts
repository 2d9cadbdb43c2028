import { eq } from 'drizzle-orm';
import type { CaseHandler } from '#lib/governance/cases/case-handlers.ts';
import { assertStillOpen } from '#lib/governance/cases/commands/open.ts';
import { appealChoices, mayAppeal } from '#lib/governance/cases/model/appeals.ts';
import { disputes } from '#lib/platform/db/schema/claims.ts';
import { upholdOnAppeal } from '../commands/appeals.ts';
import { decideDispute } from '../commands/decide.ts';
import { lockClaim } from '../commands/dispute.ts';
import { freezeIfUnowned } from '../commands/freeze.ts';
import { openRivals } from '../queries/disputes.ts';
import { sidesOf } from '../queries/sides.ts';
import { claimantRemedies } from './claim.ts';

export const disputeCase: CaseHandler = {
  isAboutOwner: true,
  decisions: ['uphold', 'dismiss'],
  choices: {
    dispute: [
      {
        decision: 'uphold',
        label: 'The objection holds: the owner’s claim ends',
        effects: ['The owner loses the profile. It goes to the side with the stronger proof, if there is one.', mayAppeal],
        reasons: ['rival_proof', 'other_person', 'several_people', 'impersonation'],
        remedies: claimantRemedies,
      },
      {
        decision: 'dismiss',
        label: 'The objection does not hold: the owner stays',
        effects: ['The owner keeps the profile, and the dispute ends.', mayAppeal],
        reasons: ['owner_proof', 'objection_fails', 'other_person'],
        remedies: [...claimantRemedies, 'nothing_to_do'],
      },
    ],
  },
  rivals: openRivals,
  async lock(tx, id) {
    const [dispute] = await tx.select({ claimId: disputes.claimId }).from(disputes).where(eq(disputes.id, id));
    if (dispute) await lockClaim(tx, dispute.claimId);
    await tx.update(disputes).set({ id }).where(eq(disputes.id, id));
  },
  evidence: async (reader, questionId) => ({ sides: await sidesOf(reader, questionId) }),
  askedBy: async (reader, questionId) =>
    (await reader.select({ by: disputes.accountId }).from(disputes).where(eq(disputes.questionId, questionId))).map(({ by }) => by),
  async decide(tx, { review, inFavour, ...why }) {
    assertStillOpen(await decideDispute(tx, { questionId: review.subjectId, decision: inFavour ? 'uphold' : 'dismiss', ...why }));
    if (why.reason === 'impersonation') await freezeIfUnowned(tx, review.authorId);
  },
  appeal: {
    choices: appealChoices({
      granted: ['nothing_to_do'],
      found: ['owner_proof', 'objection_fails', 'other_person'],
      refused: [...claimantRemedies, 'nothing_to_do'],
    }),
    // The losing owner is notified with a reason from the list for claims.
    grant: (tx, { review, filed, by }) =>
      upholdOnAppeal(tx, review.subjectId, filed?.accountId ?? null, { reason: 'rival_proof', remedy: 'show_strong_proof', by }),
  },
};
