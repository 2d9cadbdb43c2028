import { z } from 'zod';
import { type NotificationKind, notificationKinds, notificationSpec } from './notification.ts';
import { type MailChoice, mailChoices, type notificationGroups } from './notification-text.ts';

export interface NotificationSetting {
  mail: MailChoice;
  /** Whether the account's list shows it. */
  centre: boolean;
}

const kindsWithSetting = notificationKinds.filter((kind) => !notificationSpec(kind).always);

/** Whether a kind can be turned off. */
export const isKindOptional = (kind: NotificationKind): boolean => !notificationSpec(kind).always;

/** Returns the setting of a kind that the account has not changed. */
export const defaultSetting = (kind: string): NotificationSetting => ({
  mail: notificationKinds.some((known) => known === kind) ? notificationSpec(kind as NotificationKind).mail : 'now',
  centre: true,
});

/** A kind with its setting, for the settings page. */
export interface KindView extends NotificationSetting {
  kind: NotificationKind;
  group: (typeof notificationGroups)[number];
  label: string;
}

/** What an unsubscribe link ends: one kind of notification, the digest, or all emails that can be ended. */
export type UnsubscribeTarget = 'digest' | 'all' | NotificationKind;
const unsubscribeTargets: readonly UnsubscribeTarget[] = ['digest', 'all', ...kindsWithSetting];

export const parseUnsubscribeTarget = (text: string | undefined): UnsubscribeTarget | null =>
  unsubscribeTargets.find((each) => each === text) ?? null;

/** Returns the label of a target. */
export const describeUnsubscribeTarget = (target: UnsubscribeTarget): string =>
  target === 'digest' ? 'Digest' : target === 'all' ? 'All emails except sign-in emails' : notificationSpec(target).label;

/** The settings form: `mail-<kind>` for each kind, and `centre-<kind>` if it is ticked. Kinds that are missing are not changed. */
export const notificationSettingsInput = z.record(z.string().max(60), z.unknown()).transform((form) =>
  kindsWithSetting.flatMap((kind) => {
    const mail = mailChoices.find((each) => each === form[`mail-${kind}`]);
    return mail ? [{ kind, mail, centre: form[`centre-${kind}`] === 'on' }] : [];
  }),
);
export type NotificationSettings = z.infer<typeof notificationSettingsInput>;
