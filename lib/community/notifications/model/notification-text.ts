import { reasonSentence, remedySentence } from '#lib/community/decision-reasons.ts';

/** How a kind of notification is sent by email. */
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

/**
 * What a notification is about, the path that it leads to, and words for its text; never private text. A person is named by the id of the
 * author record (`author`), and the path of a record has its id: `name` and URL are looked up when the notification is shown or mailed.
 * `name` is stored for the title of a work.
 */
export type NotificationFacts = Record<string, string>;

export interface NotificationText {
  title: string;
  text: string;
  /** The label of the link. */
  label: string;
}

/** The definition of a kind of notification: its group of settings, its default and its text. */
export interface NotificationKindSpec {
  group: (typeof notificationGroups)[number];
  /** The label of its setting. */
  label: string;
  /** The default for email. */
  mail: MailChoice;
  /** Shown and mailed always; the kind has no setting. */
  always?: true;
  /** Its mail has a button for an objection, which needs no sign-in. */
  hasObjection?: true;
  text(facts: NotificationFacts): NotificationText;
}

type Words = string | ((facts: NotificationFacts) => string);
const wordsFor = (words: Words, facts: NotificationFacts): string => (typeof words === 'string' ? words : words(facts));

interface KindOfGroup extends Partial<Pick<NotificationKindSpec, 'mail' | 'always' | 'hasObjection'>> {
  label: string;
  /** By default the label of the setting. */
  title?: Words;
  text: Words;
  /** The label of the link. */
  link: Words;
}

/** Defines the kinds of one group of the settings page. By default each is mailed immediately. */
export const defineNotificationGroup = <Kind extends string>(group: NotificationKindSpec['group'], kinds: Record<Kind, KindOfGroup>) =>
  Object.fromEntries(
    Object.entries<KindOfGroup>(kinds).map(([kind, { title, text, link, ...spec }]) => {
      const textFor = (facts: NotificationFacts): NotificationText => ({
        title: wordsFor(title ?? spec.label, facts),
        text: wordsFor(text, facts),
        label: wordsFor(link, facts),
      });
      return [kind, { group, mail: 'now', ...spec, text: textFor }];
    }),
  ) as Record<Kind, NotificationKindSpec>;

export const nameOrSomebody = (facts: NotificationFacts): string => facts.name ?? 'Somebody';

/** Returns reason and remedy of a decision with a leading space; empty for an older notification without them. */
export const reasonText = ({ reason, remedy }: NotificationFacts): string => {
  const sentences = `${reasonSentence(reason)} ${remedySentence(remedy)}`.trim();
  return sentences && ` ${sentences}`;
};

/**
 * Returns whether, until when and by whom a decision can be appealed, with a leading space; empty for an older notification without this.
 */
export const appealSentence = ({ until, theirs, final }: NotificationFacts): string => {
  if (until) return ` You can appeal once, until ${until}. Other reviewers decide.`;
  if (theirs) return ` The other side can also appeal once, until ${theirs}.`;
  return final ? ' Each side can appeal once, so this is final.' : '';
};
