import { reasonSentence, remedySentence } from '#lib/community/decision-reasons.ts';

/** What an account can be told. Each sentence is made of public names and a path: never of somebody's private text. */
export const notificationKinds = [
  'claim_accepted',
  'claim_in_review',
  'claim_disputed',
  'claim_questioned',
  'claim_rejected',
  'claim_revoked',
  'dispute_dismissed',
  'appeal_granted',
  'appeal_decided',
  'proof_expiring',
  'proof_ended',
  'proof_stale',
  'trust_method_changed',
  'attestation_requested',
  'attestation_given',
  'attestation_ended',
  'record_available',
  'security_changed',
  'archive_ready',
  'erasure_changed',
  'report_decided',
  'report_about_you',
  'change_decided',
  'visibility_decided',
  'review_waiting',
  'reviewer_changed',
  'invitation_received',
  'invitation_accepted',
  'invitation_declined',
  'invitation_expired',
  'invitation_ended',
  'message_received',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export interface NotificationView {
  id: string;
  title: string;
  text: string;
  path: string;
  at: Date;
  read: boolean;
}

type Facts = Record<string, string>;
interface Words {
  title: string;
  text: string;
  /** What the link says. */
  says: string;
}

const someone = (facts: Facts): string => facts.name ?? 'Somebody';

/** Why it was decided so and what fixes it, with a space before it; nothing where an older notice has neither. */
const why = ({ reason, remedy }: Facts): string => {
  const said = `${reasonSentence(reason)} ${remedySentence(remedy)}`.trim();
  return said && ` ${said}`;
};

/** Whether it can be looked at again, by whom and until when, with a space before it; nothing where an older notice does not say. */
const next = ({ until, theirs, final }: Facts): string => {
  if (until) return ` You can ask once, until ${until}, that other people look at it again.`;
  if (theirs) return ` Anyone who it went against can ask once as well, until ${theirs}.`;
  return final ? ' A decision is looked at again once for each side, so this is final.' : '';
};

const appealEnds: Record<string, string> = { granted: 'granted', refused: 'not granted', moot: 'closed' };

const reviewerChanges: Record<string, { title: string; text: string }> = {
  appointed: {
    title: 'You are a reviewer now',
    text: 'An admin has accepted your offer. You decide with others on claims, objections, reports and merges. Each vote needs a sign-in with your passkey within the last 30 minutes.',
  },
  declined: {
    title: 'Your offer to decide is declined',
    text: 'An admin has declined your offer to decide on what waits. Your record and your account stay as they are.',
  },
  dismissed: {
    title: 'You are no longer a reviewer',
    text: 'An admin has ended your part in deciding. Your votes on questions that are open no longer count. Your record and your account stay as they are.',
  },
};

const words: Record<NotificationKind, (facts: Facts) => Words> = {
  claim_accepted: (facts) => ({
    title: 'Your claim is accepted',
    text: `The record of ${someone(facts)} is yours. You can now say whether you are open to invitations, and for what.`,
    says: 'Open the record',
  }),
  claim_in_review: (facts) => ({
    title: 'Your claim waits for a decision',
    text: `Somebody else has shown a proof for the record of ${someone(facts)}, so your claim is not accepted by itself. Two reviewers decide. You can add a further proof.`,
    says: 'See your claims',
  }),
  claim_disputed: (facts) => ({
    title: `Somebody disputes the record of ${someone(facts)}`,
    text: 'Somebody else has shown a strong proof for this record. Nothing can be changed on it until two reviewers have decided. The page says how it stands and what you can add.',
    says: 'See how it stands',
  }),
  claim_questioned: (facts) => ({
    title: `Somebody else has shown a proof for the record of ${someone(facts)}`,
    text: 'What you have shown weighs more, so your record stays as it is while two reviewers look at both sides. You can add a further proof.',
    says: 'See how it stands',
  }),
  claim_rejected: (facts) => ({
    title: 'Your claim is rejected',
    text: `Your claim to the record of ${someone(facts)} is not accepted.${why(facts)}${next(facts) || ' The page says how to ask for another look.'}`,
    says: 'See why, and what to do',
  }),
  claim_revoked: (facts) => ({
    title: `The record of ${someone(facts)} is no longer yours`,
    text: `The people who decide have ended your claim.${why(facts)}${next(facts) || ' The page says how to ask for another look.'}`,
    says: 'See why, and what to do',
  }),
  dispute_dismissed: (facts) => ({
    title: `Your objection about the record of ${someone(facts)} is dismissed`,
    text: `The people who decide have looked at both sides. The claim stands.${why(facts)}${next(facts)}`,
    says: 'See how it stands',
  }),
  appeal_granted: (facts) => ({
    title: 'Your appeal is granted',
    text: `The record of ${someone(facts)} is yours.${why(facts)}`,
    says: 'See how it stands',
  }),
  appeal_decided: (facts) => ({
    title: `${facts.side === 'other' ? 'An appeal' : 'Your appeal'} about ${someone(facts)} is ${appealEnds[facts.state ?? ''] ?? 'decided'}`,
    text:
      facts.state === 'moot'
        ? 'What it was about has changed since the first decision, so nothing was left to decide.'
        : `Other people have looked at it again.${why(facts)}${next(facts)}`,
    says: facts.until ? 'See why, and what to do' : facts.side === 'other' ? 'Open the page' : 'See what was decided',
  }),
  proof_expiring: (facts) => ({
    title: `A proof of yours runs out on ${facts.day ?? 'a day soon'}`,
    text: `It stands behind the record of ${someone(facts)}. Show it again before that day, and nothing changes.`,
    says: 'Renew the proof',
  }),
  proof_ended: (facts) => ({
    title: 'A proof of yours has run out',
    text: `It stood behind the record of ${someone(facts)} and counts no longer. The record stays yours; show the proof again, and it counts again.`,
    says: 'Show it again',
  }),
  proof_stale: (facts) => ({
    title: 'A proof of yours is no longer found',
    text:
      facts.because === 'moved'
        ? `Works have left the record of ${someone(facts)}, and what is left of it no longer names what you had shown. It counts no longer; show another proof, or this one again once the record names it.`
        : `We have looked seven times for what you had placed for the record of ${someone(facts)}: ${facts.what ?? 'it is gone'}. It counts no longer. Once it is back, it counts again.`,
    says: 'See what is missing',
  }),
  trust_method_changed: (facts) => ({
    title: `The trust of ${someone(facts)} is now calculated by a stricter method`,
    text: `Before: ${facts.before ?? ''}. Now: ${facts.after ?? ''}. A proof is strong only if somebody other than you ties it to this author. ${
      facts.lower
        ? 'Your record stays yours. The page lists your proofs, what each one lacks, and how to restore the level.'
        : 'You need do nothing.'
    }`,
    says: 'See your proofs',
  }),
  attestation_requested: (facts) => ({
    title: `${someone(facts)} asks for your word`,
    text: facts.what ?? 'A co-author asks you to confirm a work that you share.',
    says: 'Read what is asked',
  }),
  attestation_given: (facts) => ({
    title: `${someone(facts)} has given you their word`,
    text: facts.what ?? 'It stands on your record now.',
    says: 'Open the record',
  }),
  attestation_ended: (facts) => ({
    title: `A word for the record of ${someone(facts)} has ended`,
    text: `${facts.word === 'vouch' ? 'A colleague’s vouch' : 'A co-author’s confirmation'} counts no longer, because the account that gave it is gone. It says nothing about you, and the points follow. You can ask somebody else.`,
    says: 'See whom you can ask',
  }),
  record_available: (facts) => ({
    title: `The record of ${someone(facts)} is free to be claimed`,
    text: 'The claim that you objected to has ended. With a strong proof the record is yours at once.',
    says: 'Claim the record',
  }),
  security_changed: (facts) => ({
    title: 'A way to sign in to your account has changed',
    text: `${securitySentence(facts.change)} If it was not you, look at your sessions and ways to sign in, and end what you do not know.`,
    says: 'Look at your ways to sign in',
  }),
  archive_ready: () => ({
    title: 'The copy of your data is ready',
    text: 'You can download it for seven days. If you did not ask for it, end the sessions that you do not know: your page lists them.',
    says: 'Go to your data',
  }),
  erasure_changed: ({ change }) => ({ ...erasureChanged[isErasureChange(change) ? change : 'asked'], says: 'See how it stands' }),
  report_decided: (facts) => ({
    title: facts.decision === 'uphold' ? 'Your report was upheld' : 'Your report was not upheld',
    text: `It was about ${someone(facts)}.${why(facts)}${next(facts)}`,
    says: facts.until ? 'See why, and what to do' : 'See your reports',
  }),
  report_about_you: (facts) => ({
    title: `A report about the record of ${someone(facts)} was upheld`,
    text: `Somebody reported something, and the people who decide found that it holds.${why(facts)}${next(facts) || ' You can ask for another look within 30 days.'}`,
    says: 'See why, and what to do',
  }),
  visibility_decided: (facts) => ({
    title: facts.decision === 'approve' ? 'A name is shown as you asked' : 'A name stays as it is',
    text: `The people who decide have looked at your request.${why(facts)}${next(facts)}`,
    says: facts.decision === 'approve' ? 'How names are shown' : 'See why, and what to do',
  }),
  reviewer_changed: ({ change }) => ({
    title: reviewerChanges[change ?? '']?.title ?? 'Your part in deciding has changed',
    text: reviewerChanges[change ?? '']?.text ?? 'Your page says what you may decide.',
    says: change === 'appointed' ? 'See what waits' : 'Go to your page',
  }),
  review_waiting: (facts) => ({
    title: 'Something waits for your decision',
    text: `Questions wait for somebody who may decide them; the oldest since ${facts.since ?? 'some time'}.`,
    says: 'See what waits',
  }),
  change_decided: (facts) => ({
    title: `The ${facts.change === 'split' ? 'split' : 'merge'} of ${someone(facts)} is ${facts.decision === 'approve' ? 'made' : 'not made'}`,
    text: facts.reason
      ? `${why(facts)}${next(facts)}`.trim()
      : 'The records have changed since it was proposed, so it cannot be made as it was. Look at them, and propose it again.',
    says: 'See what was decided',
  }),
  invitation_received: (facts) => ({
    title: `${someone(facts)} invites you`,
    text: `It is about: ${facts.purpose ?? 'collaboration'}. You can accept, decline, or leave it: it runs out after 30 days.`,
    says: 'Read the invitation',
  }),
  invitation_accepted: (facts) => ({
    title: `${someone(facts)} has accepted your invitation`,
    text: 'A thread is open between the two of you.',
    says: 'Open the thread',
  }),
  invitation_declined: (facts) => ({
    title: `${someone(facts)} has declined your invitation`,
    text: facts.reason ? `They say: ${facts.reason}. You can write again after 90 days.` : 'You can write again after 90 days.',
    says: 'See the invitation',
  }),
  invitation_expired: (facts) => ({
    title: `Your invitation to ${someone(facts)} has run out`,
    text: 'It had no answer in 30 days. You may write again.',
    says: 'See the invitation',
  }),
  invitation_ended: () => ({
    title: 'An invitation of yours has ended',
    text: 'The account that it went to is gone. It was not declined, and you need do nothing.',
    says: 'See the invitation',
  }),
  message_received: (facts) => ({
    title: `${someone(facts)} has written to you`,
    text: 'There is something new in your thread.',
    says: 'Open the thread',
  }),
};

const isKind = (kind: string): kind is NotificationKind => notificationKinds.some((known) => known === kind);

/** The sentence of a notification, from its kind and facts. */
export const notificationText = (kind: string, facts: Facts): Words =>
  isKind(kind) ? words[kind](facts) : { title: 'Something has changed', text: '', says: 'Open' };

/** What an account is told of its erasure before it is done. */
const erasureChanged = {
  asked: {
    title: 'Your account will be erased in three days',
    text: 'Somebody who is signed in to it has asked so. Until then nothing changes. If you want to keep it, or if it was not you, sign in and call it off.',
  },
  called_off: { title: 'Your account is kept', text: 'Its erasure is called off. Everything is as it was.' },
  held: {
    title: 'Your account is not erased',
    text: 'You are the only admin left, and nobody could run this instance without you. Make somebody else an admin, then ask again.',
  },
} as const;

export type ErasureChange = keyof typeof erasureChanged;

const isErasureChange = (word: string | undefined): word is ErasureChange => word !== undefined && Object.hasOwn(erasureChanged, word);

/** What can change in the ways to sign in: told to the account at once. */
const securityChanges = {
  passkey_added: 'A passkey was added.',
  passkey_removed: 'A passkey was removed.',
  passkey_required: 'Your account now requires its passkey. No other way signs in to it, except the recovery contact.',
  passkey_not_required: 'Your account no longer requires its passkey.',
  recovery_set: 'A recovery contact was confirmed.',
  recovery_gone: 'The recovery contact was removed.',
  recovery_asked: 'Somebody asked for the way back in by the recovery contact. Unless you stop it, they are let in after 72 hours.',
  recovery_used: 'Somebody signed in by the recovery contact.',
  email_added: 'An e-mail address was added.',
  orcid_linked: 'An ORCID iD was connected. It signs in to your account from now on.',
  passkey_missing:
    'Somebody opened a sign-in link of yours, or signed in with your ORCID iD, and was refused: your account requires its passkey.',
  federated_linked: 'The login of an organisation was bound to your account.',
  federated_gone: 'The login of an organisation is no longer bound to your account.',
} as const;

export type SecurityChange = keyof typeof securityChanges;

/** The sentence of a stored change. */
const securitySentence = (word: string | undefined): string =>
  word !== undefined && Object.hasOwn(securityChanges, word) ? securityChanges[word as SecurityChange] : '';
