import { createMessage, type MailMessage } from '#lib/platform/mail/messages.ts';
import { siteName } from '#lib/platform/site.ts';

export const proofMessage = ({ link, hours }: { link: string; hours: number }): MailMessage =>
  createMessage(`Confirm this address for your profile on ${siteName()}`, [
    `Somebody with an account on ${siteName()} wants to prove that this address is theirs, to claim an author profile. If it was you, open this page and press the button:`,
    { link, label: 'Confirm the address' },
    `The link works once, for ${hours} hours, and only for the account that asked. The address itself is shown to nobody.`,
    'If you did not ask, ignore this email.',
  ]);
