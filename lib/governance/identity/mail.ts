import { isFullyVisible, type Visibility } from '#lib/catalog/visibility/model.ts';
import { createMessage, type MailMessage } from '#lib/platform/mail/messages.ts';
import { siteName } from '#lib/platform/site.ts';

export const visibilityLinkMessage = ({ link, hours, wanted }: { link: string; hours: number; wanted: Visibility }): MailMessage =>
  createMessage(`${isFullyVisible({ visibility: wanted }) ? 'Show' : 'Hide'} a name on ${siteName()}`, [
    `Somebody asked to change how a name is shown on ${siteName()}, and gave this address. If it was you, open this page and press the button:`,
    { link, label: 'Open the page' },
    `The link works once, for ${hours} hours. The address is deleted once it is used or has expired.`,
    'If you did not ask, ignore this email.',
  ]);

/** The decision on a visibility request. It names no record, so that the mailbox reveals nothing about it. */
export const visibilityDecisionMessage = ({
  done,
  why,
  link,
  days,
}: {
  done: boolean;
  why: string;
  link: string | null;
  days: number;
}): MailMessage =>
  createMessage(done ? `A name is shown on ${siteName()} as you asked` : `A name on ${siteName()} stays as it is`, [
    `You asked to change how a name is shown on ${siteName()}. Reviewers have ${done ? 'approved it' : 'rejected it'}.`,
    ...(why ? [why] : []),
    ...(link
      ? [
          `If you think the decision is wrong, appeal within ${days} days. The link works once. Your address is deleted after the answer, or after that time.`,
          { link, label: 'Appeal this decision' },
        ]
      : ['Your address has been deleted here.']),
  ]);
