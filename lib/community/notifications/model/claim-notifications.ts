import { appealSentence, type NotificationKinds, reasonText, someone } from './notification-text.ts';

const appealEnds: Record<string, string> = { granted: 'granted', refused: 'not granted', moot: 'closed' };

export const claimNotifications = {
  claim_accepted: {
    group: 'Claims and proofs',
    label: 'A claim of yours is accepted',
    mail: 'now',
    text: (facts) => ({
      title: 'Your claim is accepted',
      text: `The record of ${someone(facts)} is yours. You can now say whether you are open to invitations, and for what.`,
      says: 'Open the record',
    }),
  },
  claim_in_review: {
    group: 'Claims and proofs',
    label: 'A claim of yours waits for a decision',
    mail: 'now',
    text: (facts) => ({
      title: 'Your claim waits for a decision',
      text: `Somebody else has shown a proof for the record of ${someone(facts)}, so your claim is not accepted by itself. Two reviewers decide. You can add a further proof.`,
      says: 'See your claims',
    }),
  },
  claim_rejected: {
    group: 'Claims and proofs',
    label: 'A claim of yours is rejected',
    mail: 'now',
    text: (facts) => ({
      title: 'Your claim is rejected',
      text: `Your claim to the record of ${someone(facts)} is not accepted.${reasonText(facts)}${appealSentence(facts) || ' The page says how to ask for another look.'}`,
      says: 'See why, and what to do',
    }),
  },
  claim_disputed: {
    group: 'Claims and proofs',
    label: 'Somebody disputes a record of yours',
    mail: 'now',
    text: (facts) => ({
      title: `Somebody disputes the record of ${someone(facts)}`,
      text: 'Somebody else has shown a strong proof for this record. Nothing can be changed on it until two reviewers have decided. The page says how it stands and what you can add.',
      says: 'See how it stands',
    }),
  },
  claim_questioned: {
    group: 'Claims and proofs',
    label: 'Somebody shows a lesser proof for a record of yours',
    mail: 'now',
    text: (facts) => ({
      title: `Somebody else has shown a proof for the record of ${someone(facts)}`,
      text: 'What you have shown weighs more, so your record stays as it is while two reviewers look at both sides. You can add a further proof.',
      says: 'See how it stands',
    }),
  },
  claim_revoked: {
    group: 'Claims and proofs',
    label: 'A record is no longer yours',
    mail: 'now',
    text: (facts) => ({
      title: `The record of ${someone(facts)} is no longer yours`,
      text: `The people who decide have ended your claim.${reasonText(facts)}${appealSentence(facts) || ' The page says how to ask for another look.'}`,
      says: 'See why, and what to do',
    }),
  },
  dispute_dismissed: {
    group: 'Claims and proofs',
    label: 'An objection of yours is decided',
    mail: 'now',
    text: (facts) => ({
      title: `Your objection about the record of ${someone(facts)} is dismissed`,
      text: `The people who decide have looked at both sides. The claim stands.${reasonText(facts)}${appealSentence(facts)}`,
      says: 'See how it stands',
    }),
  },
  appeal_granted: {
    group: 'Claims and proofs',
    label: 'An appeal of yours is granted',
    mail: 'now',
    text: (facts) => ({
      title: 'Your appeal is granted',
      text: `The record of ${someone(facts)} is yours.${reasonText(facts)}`,
      says: 'See how it stands',
    }),
  },
  appeal_decided: {
    group: 'Claims and proofs',
    label: 'Another appeal of yours, or about you, is decided',
    mail: 'now',
    text: (facts) => ({
      title: `${facts.side === 'other' ? 'An appeal' : 'Your appeal'} about ${someone(facts)} is ${appealEnds[facts.state ?? ''] ?? 'decided'}`,
      text:
        facts.state === 'moot'
          ? 'What it was about has changed since the first decision, so nothing was left to decide.'
          : `Other people have looked at it again.${reasonText(facts)}${appealSentence(facts)}`,
      says: facts.until ? 'See why, and what to do' : facts.side === 'other' ? 'Open the page' : 'See what was decided',
    }),
  },
  record_available: {
    group: 'Claims and proofs',
    label: 'A record that you objected to is free',
    mail: 'now',
    text: (facts) => ({
      title: `The record of ${someone(facts)} is free to be claimed`,
      text: 'The claim that you objected to has ended. With a strong proof the record is yours at once.',
      says: 'Claim the record',
    }),
  },
  proof_expiring: {
    group: 'Claims and proofs',
    label: 'A proof of yours runs out soon',
    mail: 'now',
    text: (facts) => ({
      title: `A proof of yours runs out on ${facts.day ?? 'a day soon'}`,
      text: `It stands behind the record of ${someone(facts)}. Show it again before that day, and nothing changes.`,
      says: 'Renew the proof',
    }),
  },
  proof_ended: {
    group: 'Claims and proofs',
    label: 'A proof of yours has run out',
    mail: 'now',
    text: (facts) => ({
      title: 'A proof of yours has run out',
      text: `It stood behind the record of ${someone(facts)} and counts no longer. The record stays yours; show the proof again, and it counts again.`,
      says: 'Show it again',
    }),
  },
  proof_stale: {
    group: 'Claims and proofs',
    label: 'A proof of yours is no longer found',
    mail: 'now',
    text: (facts) => ({
      title: 'A proof of yours is no longer found',
      text:
        facts.because === 'moved'
          ? `Works have left the record of ${someone(facts)}, and what is left of it no longer names what you had shown. It counts no longer; show another proof, or this one again once the record names it.`
          : `We have looked seven times for what you had placed for the record of ${someone(facts)}: ${facts.what ?? 'it is gone'}. It counts no longer. Once it is back, it counts again.`,
      says: 'See what is missing',
    }),
  },
  trust_method_changed: {
    group: 'Claims and proofs',
    label: 'A new trust method changes the level of your record',
    mail: 'now',
    text: (facts) => ({
      title: `The trust of ${someone(facts)} is now calculated by a stricter method`,
      text: `Before: ${facts.before ?? ''}. Now: ${facts.after ?? ''}. A proof is strong only if somebody other than you ties it to this author. ${
        facts.lower
          ? 'Your record stays yours. The page lists your proofs, what each one lacks, and how to restore the level.'
          : 'You need do nothing.'
      }`,
      says: 'See your proofs',
    }),
  },
  attestation_requested: {
    group: 'Claims and proofs',
    label: 'A co-author asks for your word',
    mail: 'now',
    text: (facts) => ({
      title: `${someone(facts)} asks for your word`,
      text: facts.what ?? 'A co-author asks you to confirm a work that you share.',
      says: 'Read what is asked',
    }),
  },
  attestation_given: {
    group: 'Claims and proofs',
    label: 'A co-author has given you their word',
    mail: 'digest',
    text: (facts) => ({
      title: `${someone(facts)} has given you their word`,
      text: facts.what ?? 'It stands on your record now.',
      says: 'Open the record',
    }),
  },
  attestation_ended: {
    group: 'Claims and proofs',
    label: 'A word that you were given counts no longer',
    mail: 'digest',
    text: (facts) => ({
      title: `A word for the record of ${someone(facts)} has ended`,
      text: `${facts.word === 'vouch' ? 'A colleague’s vouch' : 'A co-author’s confirmation'} counts no longer, because the account that gave it is gone. It says nothing about you, and the points follow. You can ask somebody else.`,
      says: 'See whom you can ask',
    }),
  },
} as const satisfies NotificationKinds;
