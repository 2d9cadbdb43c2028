import { z } from 'zod';
import { type NotificationKind, notificationKinds } from './notification.ts';

/** How an account hears of a kind by mail. */
export const mailChoices = ['now', 'digest', 'off'] as const;
export type MailChoice = (typeof mailChoices)[number];

export interface NotificationSetting {
  mail: MailChoice;
  /** Whether the notice centre shows it. */
  centre: boolean;
}

export const notificationGroups = ['Claims and proofs', 'Records', 'Invitations', 'Threads', 'Reports', 'Deciding', 'Account'] as const;

interface About {
  group: (typeof notificationGroups)[number];
  /** The kind in a few words, as the switch is called. */
  is: string;
  /** By mail at once, unless the account says otherwise. What can wait comes with the digest. */
  mail: MailChoice;
  /** What nobody may miss is told and mailed whatever the switches say, and has none. */
  always?: true;
}

/** Every kind of notice, in the order of the page of switches. */
export const aboutKinds: Record<NotificationKind, About> = {
  claim_accepted: { group: 'Claims and proofs', is: 'A claim of yours is accepted', mail: 'now' },
  claim_in_review: { group: 'Claims and proofs', is: 'A claim of yours waits for a decision', mail: 'now' },
  claim_rejected: { group: 'Claims and proofs', is: 'A claim of yours is rejected', mail: 'now' },
  claim_disputed: { group: 'Claims and proofs', is: 'Somebody disputes a record of yours', mail: 'now' },
  claim_questioned: { group: 'Claims and proofs', is: 'Somebody shows a lesser proof for a record of yours', mail: 'now' },
  claim_revoked: { group: 'Claims and proofs', is: 'A record is no longer yours', mail: 'now' },
  dispute_dismissed: { group: 'Claims and proofs', is: 'An objection of yours is decided', mail: 'now' },
  appeal_granted: { group: 'Claims and proofs', is: 'An appeal of yours is granted', mail: 'now' },
  appeal_decided: { group: 'Claims and proofs', is: 'Another appeal of yours, or about you, is decided', mail: 'now' },
  record_available: { group: 'Claims and proofs', is: 'A record that you objected to is free', mail: 'now' },
  proof_expiring: { group: 'Claims and proofs', is: 'A proof of yours runs out soon', mail: 'now' },
  proof_ended: { group: 'Claims and proofs', is: 'A proof of yours has run out', mail: 'now' },
  proof_stale: { group: 'Claims and proofs', is: 'A proof of yours is no longer found', mail: 'now' },
  trust_method_changed: { group: 'Claims and proofs', is: 'A new trust method changes the level of your record', mail: 'now' },
  attestation_requested: { group: 'Claims and proofs', is: 'A co-author asks for your word', mail: 'now' },
  attestation_given: { group: 'Claims and proofs', is: 'A co-author has given you their word', mail: 'digest' },
  attestation_ended: { group: 'Claims and proofs', is: 'A word that you were given counts no longer', mail: 'digest' },
  change_decided: { group: 'Records', is: 'A merge or split that concerns you is decided', mail: 'now' },
  visibility_decided: { group: 'Records', is: 'A request of yours about a name is decided', mail: 'now' },
  invitation_received: { group: 'Invitations', is: 'Somebody invites you', mail: 'now' },
  invitation_accepted: { group: 'Invitations', is: 'An invitation of yours is accepted', mail: 'now' },
  invitation_declined: { group: 'Invitations', is: 'An invitation of yours is declined', mail: 'now' },
  invitation_expired: { group: 'Invitations', is: 'An invitation of yours has run out', mail: 'digest' },
  invitation_ended: { group: 'Invitations', is: 'The account that you invited is gone', mail: 'digest' },
  message_received: { group: 'Threads', is: 'Somebody writes to you in a thread', mail: 'now' },
  report_decided: { group: 'Reports', is: 'A report of yours is decided', mail: 'digest' },
  archive_ready: { group: 'Account', is: 'A copy of your data is ready', mail: 'now', always: true },
  erasure_changed: { group: 'Account', is: 'Your account is to be erased, or is kept', mail: 'now', always: true },
  report_about_you: { group: 'Reports', is: 'A report about a record of yours is upheld', mail: 'now' },
  review_waiting: { group: 'Deciding', is: 'Something waits for your decision', mail: 'digest' },
  reviewer_changed: { group: 'Deciding', is: 'You are a reviewer now, or no longer', mail: 'now' },
  security_changed: { group: 'Account', is: 'A way to sign in to your account has changed', mail: 'now', always: true },
};

const switchable = notificationKinds.filter((kind) => !aboutKinds[kind].always);

/** False of what is told whatever the switches say. */
export const hasSetting = (kind: NotificationKind): boolean => !aboutKinds[kind].always;

/** How a kind is heard of where the account has said nothing. */
export const defaultSetting = (kind: string): NotificationSetting => ({
  mail: notificationKinds.some((known) => known === kind) ? aboutKinds[kind as NotificationKind].mail : 'now',
  centre: true,
});

/** A kind with its switch, as the page of switches shows it. */
export interface KindView extends NotificationSetting {
  kind: NotificationKind;
  group: (typeof notificationGroups)[number];
  is: string;
}

/** What a mail's unsubscribe link ends: one kind of notice, the digest, or every mail that can be ended. */
export type Ending = 'digest' | 'all' | NotificationKind;
const endings: readonly Ending[] = ['digest', 'all', ...switchable];

export const endingFrom = (text: string | undefined): Ending | null => endings.find((each) => each === text) ?? null;

/** What an ending is called in a sentence: "mails about: …". */
export const describeEnding = (ending: Ending): string =>
  ending === 'digest' ? 'The digest of what you follow' : ending === 'all' ? 'All mails but those about signing in' : aboutKinds[ending].is;

/** The form of switches: `mail-<kind>` for each kind, and `centre-<kind>` where it is ticked. What is missing stays as it was. */
export const notificationSettingsInput = z.record(z.string().max(60), z.unknown()).transform((form) =>
  switchable.flatMap((kind) => {
    const mail = mailChoices.find((each) => each === form[`mail-${kind}`]);
    return mail ? [{ kind, mail, centre: form[`centre-${kind}`] === 'on' }] : [];
  }),
);
export type NotificationSettings = z.infer<typeof notificationSettingsInput>;
