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

/** The switches of the settings page: each turns the emails of one or two groups on or off. */
export const mailSwitches = [
  { id: 'invitations', label: 'Invitations', groups: ['Invitations'] },
  { id: 'messages', label: 'Messages', groups: ['Conversations'] },
  { id: 'profile', label: 'Your profile and claims', groups: ['Profiles', 'Claims and proofs'] },
  { id: 'review', label: 'Reports and reviews', groups: ['Reports', 'Reviews'] },
  { id: 'account', label: 'Your account', groups: ['Account'] },
] as const satisfies readonly { id: string; label: string; groups: readonly (typeof notificationGroups)[number][] }[];
type MailSwitch = (typeof mailSwitches)[number];

/** Returns the switch of a group of kinds. */
export const mailSwitchOf = (group: KindView['group']): MailSwitch | undefined =>
  mailSwitches.find(({ groups }) => (groups as readonly string[]).includes(group));

/** A switch is on if any kind of its groups is mailed, at once or in the digest. */
export const isSwitchOn = (kinds: readonly KindView[], { id }: MailSwitch): boolean =>
  kinds.some(({ group, mail }) => mailSwitchOf(group)?.id === id && mail !== 'off');

/**
 * The settings form: `mail-<kind>` for each kind, and `centre-<kind>` if it is ticked. Kinds that are missing are not changed. A switch that
 * was pressed (`switch-<id>`, with `was-<id>` as it was shown) decides for all its kinds: off, or as they are by default where they were off.
 */
export const notificationSettingsInput = z.record(z.string().max(60), z.unknown()).transform((form) =>
  kindsWithSetting.flatMap((kind) => {
    const chosen = mailChoices.find((each) => each === form[`mail-${kind}`]);
    if (!chosen) return [];
    const { id } = mailSwitchOf(notificationSpec(kind).group) ?? {};
    const isOn = form[`switch-${id}`] === 'on';
    const isPressed = form[`was-${id}`] === (isOn ? 'off' : 'on');
    const mail = !isPressed ? chosen : !isOn ? 'off' : chosen === 'off' ? defaultSetting(kind).mail : chosen;
    return [{ kind, mail, centre: form[`centre-${kind}`] === 'on' }];
  }),
);
export type NotificationSettings = z.infer<typeof notificationSettingsInput>;
