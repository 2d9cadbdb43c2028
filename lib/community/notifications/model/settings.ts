import { z } from 'zod';
import { type NotificationKind, notificationKinds, notificationSpec } from './notification.ts';
import { type MailChoice, mailChoices, type notificationGroups } from './notification-text.ts';

export interface NotificationSetting {
  mail: MailChoice;
  /** Whether the notice centre shows it. */
  centre: boolean;
}

const switchable = notificationKinds.filter((kind) => !notificationSpec(kind).always);

/** False of what is told whatever the switches say. */
export const hasSetting = (kind: NotificationKind): boolean => !notificationSpec(kind).always;

/** How a kind is heard of where the account has said nothing. */
export const defaultSetting = (kind: string): NotificationSetting => ({
  mail: notificationKinds.some((known) => known === kind) ? notificationSpec(kind as NotificationKind).mail : 'now',
  centre: true,
});

/** A kind with its switch, as the page of switches shows it. */
export interface KindView extends NotificationSetting {
  kind: NotificationKind;
  group: (typeof notificationGroups)[number];
  label: string;
}

/** What a mail's unsubscribe link ends: one kind of notice, the digest, or every mail that can be ended. */
export type Ending = 'digest' | 'all' | NotificationKind;
const endings: readonly Ending[] = ['digest', 'all', ...switchable];

export const endingFrom = (text: string | undefined): Ending | null => endings.find((each) => each === text) ?? null;

/** What an ending is called in a sentence: "mails about: …". */
export const describeEnding = (ending: Ending): string =>
  ending === 'digest' ? 'Digest' : ending === 'all' ? 'All emails except sign-in emails' : notificationSpec(ending).label;

/** The form of switches: `mail-<kind>` for each kind, and `centre-<kind>` where it is ticked. What is missing stays as it was. */
export const notificationSettingsInput = z.record(z.string().max(60), z.unknown()).transform((form) =>
  switchable.flatMap((kind) => {
    const mail = mailChoices.find((each) => each === form[`mail-${kind}`]);
    return mail ? [{ kind, mail, centre: form[`centre-${kind}`] === 'on' }] : [];
  }),
);
export type NotificationSettings = z.infer<typeof notificationSettingsInput>;
