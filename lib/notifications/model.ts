import { reasonSentence, remedySentence } from '../reviews/model.ts';

/** What an account can be told. Each sentence is made of public names and a path: never of somebody's private text. */
export const notificationKinds = [
  'claim_accepted',
  'claim_in_review',
  'record_free',
  'author_claimed',
  'report_decided',
  'invitation_received',
  'invitation_accepted',
  'invitation_declined',
  'invitation_expired',
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

const words: Record<NotificationKind, (facts: Facts) => Words> = {
  claim_accepted: (facts) => ({
    title: 'Your claim is accepted',
    text: `The record of ${someone(facts)} is yours. You can now say whether you are open to invitations, and for what.`,
    says: 'Open the record',
  }),
  claim_in_review: (facts) => ({
    title: 'Your claim waits for a decision',
    text: `Somebody else has shown strong proof for the record of ${someone(facts)}, so your claim is not accepted by itself. The operator of this instance decides.`,
    says: 'See your claims',
  }),
  record_free: (facts) => ({
    title: `The record of ${someone(facts)} is free to be claimed`,
    text: 'The claim that you objected to has ended. With the strong proof that you have shown, the record is yours at once.',
    says: 'Claim the record',
  }),
  author_claimed: (facts) => ({
    title: `${someone(facts)} has claimed their record`,
    text: 'You follow this record. Its owner now decides what it shows beside the sources.',
    says: 'Open the record',
  }),
  report_decided: (facts) => ({
    title: facts.decision === 'uphold' ? 'Your report was upheld' : 'Your report was not upheld',
    text: `It was about ${someone(facts)}. ${reasonSentence(facts.reason)} ${remedySentence(facts.remedy)}`.trim(),
    says: 'See your reports',
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
  message_received: (facts) => ({
    title: `${someone(facts)} has written to you`,
    text: 'There is something new in your thread.',
    says: 'Open the thread',
  }),
};

const isKind = (kind: string): kind is NotificationKind => notificationKinds.some((known) => known === kind);

/** The sentence of a notification, from its kind and facts. */
export const notificationWords = (kind: string, facts: Facts): Words =>
  isKind(kind) ? words[kind](facts) : { title: 'Something has changed', text: '', says: 'Open' };
