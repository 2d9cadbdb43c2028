import { reasonSentence, remedySentence } from '#lib/community/decision-reasons.ts';

/** How an account hears of a kind by mail. */
export const mailChoices = ['now', 'digest', 'off'] as const;
export type MailChoice = (typeof mailChoices)[number];

export const notificationGroups = [
  'Claims and proofs',
  'Profiles',
  'Invitations',
  'Conversations',
  'Reports',
  'Reviews',
  'Account',
] as const;

/** Public names and a path: never the private text of somebody. */
export type Facts = Record<string, string>;

export interface NotificationText {
  title: string;
  text: string;
  /** The label of the link. */
  label: string;
}

/** All that is known of a kind of notification: where its setting is, its default, and its text. */
export interface NotificationKindSpec {
  group: (typeof notificationGroups)[number];
  /** The name of its setting. */
  label: string;
  /** How it is mailed, unless the account says otherwise. */
  mail: MailChoice;
  /** It is shown and mailed whatever the settings say, and has none. */
  always?: true;
  text(facts: Facts): NotificationText;
}

type KindOfGroup = Omit<NotificationKindSpec, 'group' | 'mail'> & Partial<Pick<NotificationKindSpec, 'mail'>>;

/** The kinds of one group of the settings page. Each is mailed at once where it does not say how. */
export const notificationGroup = <Kind extends string>(group: NotificationKindSpec['group'], kinds: Record<Kind, KindOfGroup>) =>
  Object.fromEntries(Object.entries<KindOfGroup>(kinds).map(([kind, spec]) => [kind, { group, mail: 'now', ...spec }])) as Record<
    Kind,
    NotificationKindSpec
  >;

export const someone = (facts: Facts): string => facts.name ?? 'Somebody';

/** Why it was decided so and what fixes it, with a space before it; nothing where an older notice has neither. */
export const reasonText = ({ reason, remedy }: Facts): string => {
  const said = `${reasonSentence(reason)} ${remedySentence(remedy)}`.trim();
  return said && ` ${said}`;
};

/** Whether it can be looked at again, by whom and until when, with a space before it; nothing where an older notice does not say. */
export const appealSentence = ({ until, theirs, final }: Facts): string => {
  if (until) return ` You can appeal once, until ${until}. Other reviewers decide.`;
  if (theirs) return ` The other side can also appeal once, until ${theirs}.`;
  return final ? ' Each side can appeal once, so this is final.' : '';
};
