import { freezeDays, maxFailedRechecks, suspensionDays } from '#lib/community/limits.ts';
import { inWords } from '#lib/platform/limits.ts';
import { appealSentence, defineNotificationGroup, nameOrSomebody, reasonText } from './notification-text.ts';

const appealResults: Record<string, string> = { granted: 'granted', refused: 'not granted', moot: 'closed' };

export const claimNotifications = defineNotificationGroup('Claims and proofs', {
  claim_accepted: {
    label: 'Your claim is accepted',
    text: (facts) => `The profile of ${nameOrSomebody(facts)} is yours. You can now say whether you are open to invitations, and for what.`,
    link: 'Open the profile',
  },
  claim_in_review: {
    label: 'Your claim is under review',
    text: (facts) =>
      `Another person has added a proof for the profile of ${nameOrSomebody(facts)}, so your claim is not accepted automatically. Two reviewers decide. You can add a further proof.`,
    link: 'See your claims',
  },
  coauthor_claimed: {
    label: 'Somebody claims the profile of a co-author',
    hasObjection: true,
    title: (facts) => `Somebody has claimed the profile of ${nameOrSomebody(facts)}`,
    text: (facts) =>
      `You share a work with ${nameOrSomebody(facts)}. If the claim is wrong, say so before ${facts.until ?? 'the end of the notice'}: then reviewers look at it.`,
    link: 'See the claim',
  },
  claim_rejected: {
    label: 'Your claim is rejected',
    text: (facts) =>
      `Your claim to the profile of ${nameOrSomebody(facts)} is not accepted.${reasonText(facts)}${appealSentence(facts) || ' The page says how to appeal the decision.'}`,
    link: 'See why, and what to do',
  },
  claim_disputed: {
    label: 'Another person disputes your profile',
    title: (facts) => `Somebody disputes the profile of ${nameOrSomebody(facts)}`,
    text: `Another person has added a strong proof for this profile. If you have none, add one within ${inWords(suspensionDays)} days: otherwise the profile goes to them. If both of you have one, two reviewers decide, and the profile is frozen for up to ${inWords(freezeDays)} days.`,
    link: 'See the status',
  },
  claim_questioned: {
    label: 'Another person adds a weaker proof for your profile',
    title: (facts) => `Another person has added a proof for the profile of ${nameOrSomebody(facts)}`,
    text: 'Your evidence is stronger, so your profile stays as it is while two reviewers compare both sides. You can add a further proof.',
    link: 'See the status',
  },
  claim_revoked: {
    label: 'A profile is no longer yours',
    title: (facts) => `The profile of ${nameOrSomebody(facts)} is no longer yours`,
    text: (facts) =>
      `The reviewers have ended your claim.${reasonText(facts)}${appealSentence(facts) || ' The page says how to appeal the decision.'}`,
    link: 'See why, and what to do',
  },
  dispute_dismissed: {
    label: 'Your objection is decided',
    title: (facts) => `Your objection about the profile of ${nameOrSomebody(facts)} is dismissed`,
    text: (facts) => `The reviewers compared both sides and upheld the claim.${reasonText(facts)}${appealSentence(facts)}`,
    link: 'See the status',
  },
  appeal_granted: {
    label: 'Your appeal is granted',
    text: (facts) => `The profile of ${nameOrSomebody(facts)} is yours.${reasonText(facts)}`,
    link: 'See the status',
  },
  appeal_decided: {
    label: 'Another appeal by you, or about you, is decided',
    title: (facts) =>
      `${facts.side === 'other' ? 'An appeal' : 'Your appeal'} about ${nameOrSomebody(facts)} is ${appealResults[facts.state ?? ''] ?? 'decided'}`,
    text: (facts) =>
      facts.state === 'moot'
        ? 'The subject has changed since the first decision, so there was nothing to decide.'
        : `Other reviewers have decided it.${reasonText(facts)}${appealSentence(facts)}`,
    link: (facts) => (facts.until ? 'See why, and what to do' : facts.side === 'other' ? 'Open the page' : 'See what was decided'),
  },
  record_available: {
    label: 'A profile that you objected to can be claimed',
    title: (facts) => `The profile of ${nameOrSomebody(facts)} can be claimed`,
    text: 'The claim that you objected to has ended. With a strong proof the profile is yours at once.',
    link: 'Claim the profile',
  },
  proof_expiring: {
    label: 'Your proof expires soon',
    title: (facts) => `Your proof expires on ${facts.day ?? 'a day soon'}`,
    text: (facts) => `It supports your claim to the profile of ${nameOrSomebody(facts)}. Renew it before that day to keep it.`,
    link: 'Renew the proof',
  },
  proof_kept: {
    label: 'A new method asks more of your proof',
    title: (facts) => `Renew your proof before ${facts.day ?? 'its last day'}`,
    text: (facts) =>
      `A new method asks more of a proof of your profile of ${nameOrSomebody(facts)}. The profile stays yours. Until ${facts.day ?? 'that day'} the proof counts as before, except for what you can do for other people. The page says what it lacks.`,
    link: 'See what it lacks',
  },
  proof_ended: {
    label: 'Your proof has expired',
    text: (facts) =>
      `It supported your claim to the profile of ${nameOrSomebody(facts)} and no longer counts. The profile stays yours. Renew the proof to make it count again.`,
    link: 'Renew the proof',
  },
  proof_stale: {
    label: 'Your proof is no longer found',
    text: (facts) =>
      facts.because === 'moved'
        ? `Works have left the profile of ${nameOrSomebody(facts)}, and the profile no longer mentions what you proved. The proof no longer counts. Add another proof, or renew this one once the profile mentions it.`
        : `We have checked your proof for the profile of ${nameOrSomebody(facts)} ${inWords(maxFailedRechecks)} times: ${facts.what ?? 'it is gone'}. It no longer counts. Once it is back, it counts again.`,
    link: 'See what is missing',
  },
  trust_method_changed: {
    label: 'A new trust method changes the level of your profile',
    title: (facts) => `The trust of ${nameOrSomebody(facts)} is now calculated by a stricter method`,
    text: (facts) =>
      `Before: ${facts.before ?? ''}. Now: ${facts.after ?? ''}. A proof is strong only if an independent source connects it to this author. ${
        facts.lower
          ? 'Your profile stays yours. The page lists your proofs, what each one lacks, and how to restore the level.'
          : 'You do not need to do anything.'
      }`,
    link: 'See your proofs',
  },
  attestation_requested: {
    label: 'Somebody asks you to confirm a work, a collaboration or their identity',
    title: (facts) => `${nameOrSomebody(facts)} asks you to confirm`,
    text: (facts) => facts.what ?? 'A co-author asks you to confirm a work that you share.',
    link: 'Read what is asked',
  },
  attestation_given: {
    label: 'Somebody has confirmed a work, a collaboration or your identity',
    mail: 'digest',
    title: (facts) => `${nameOrSomebody(facts)} has confirmed`,
    text: (facts) => facts.what ?? 'It is shown on your profile.',
    link: 'See what is confirmed',
  },
  attestation_ended: {
    label: 'An attestation for you has ended',
    mail: 'digest',
    title: (facts) => `An attestation for the profile of ${nameOrSomebody(facts)} has ended`,
    text: (facts) =>
      `${facts.attestation === 'vouch' ? 'A colleague’s vouch' : 'A co-author’s confirmation'} no longer counts, because that account no longer exists. Your points are computed again. You can ask somebody else.`,
    link: 'See who you can ask',
  },
});
