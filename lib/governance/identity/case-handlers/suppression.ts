import { eq } from 'drizzle-orm';
import type { CaseHandler } from '#lib/governance/cases/case-handlers.ts';
import { assertStillOpen } from '#lib/governance/cases/commands/open.ts';
import { appealChoices, mayAppeal } from '#lib/governance/cases/model/appeals.ts';
import { factLines } from '#lib/governance/cases/model/evidence.ts';
import { visibilityRequests } from '#lib/platform/db/schema/identity.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { answerAppealByMail, applyVisibilityAfterAppeal, decideVisibility } from '../commands/visibility-decisions.ts';

export const suppressionCase: CaseHandler = {
  isAboutName: true,
  decisions: ['approve', 'reject'],
  choices: {
    suppression: [
      {
        decision: 'approve',
        label: 'Do as was asked',
        effects: ['The name is shown, limited or hidden as was asked, on all pages and in files.', 'A later request can change it again.'],
        reasons: ['theirs_to_ask'],
        remedies: ['nothing_to_do'],
      },
      {
        decision: 'reject',
        label: 'Leave the name as it is',
        effects: ['The name is shown as before the request.', mayAppeal],
        reasons: ['not_theirs', 'cannot_check'],
        remedies: ['other_proof'],
      },
    ],
  },
  lock: (tx, id) => tx.update(visibilityRequests).set({ id }).where(eq(visibilityRequests.id, id)),
  async evidence(reader, requestId) {
    const request = await requestOf(reader, requestId);
    if (!request) return {};
    const { wanted, by, reason, state, expiresAt, authorId } = request;
    const until = state === 'waiting' && expiresAt ? expiresAt.toISOString().slice(0, 16).replace('T', ' ') : null;
    const requestLines = factLines({ asked_for: wanted, shown_by: by, code: reason, done_by_itself_at: until && `${until} UTC` });
    return { otherRecordIds: [authorId], request: requestLines };
  },
  askedBy: async (reader, requestId) => [(await requestOf(reader, requestId))?.accountId ?? null],
  async decide(tx, { review, inFavour, reason, remedy }) {
    assertStillOpen(await decideVisibility(tx, review.subjectId, inFavour ? 'approve' : 'reject', { reason, remedy }));
  },
  // The record has no owner, so the decision has no other side.
  appeal: {
    choices: appealChoices({ granted: ['nothing_to_do'], found: ['not_theirs', 'cannot_check'], refused: ['other_proof'] }),
    grant: (tx, { review }) => applyVisibilityAfterAppeal(tx, review.subjectId),
    isFinal: true,
    answerByMail: answerAppealByMail,
  },
};

const requestOf = async (reader: Reader, requestId: string): Promise<typeof visibilityRequests.$inferSelect | undefined> =>
  (await reader.select().from(visibilityRequests).where(eq(visibilityRequests.id, requestId)).limit(1))[0];
