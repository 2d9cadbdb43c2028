import { siteName } from '#lib/platform/site.ts';

/** A paragraph, a code to type, a link, a heading, or something that the letter tells of, with a link, facts and why it is there. */
export type Line =
  | string
  | { code: string }
  | { link: string; label: string }
  | { heading: string }
  | { entry: string; link: string; about: string; why: string };

/** One mail before it is dressed: plain data, so that it can wait in a job. Its HTML is made from `lines` when it leaves (template.ts). */
export interface MailMessage {
  subject: string;
  lines: readonly Line[];
  /** Why somebody gets it, and how to get no more: below everything. */
  foot?: { why: string; stop: { link: string; label: string } };
  /** Where one POST ends this kind of mail (RFC 8058). */
  unsubscribe?: string;
  /** The whole letter as plain text: the same words as its HTML. */
  text: string;
}

const asText = (line: Line): string => {
  if (typeof line === 'string') return line;
  if ('code' in line) return `    ${line.code}`;
  if ('heading' in line) return `${line.heading}\n${'-'.repeat(Math.min(60, line.heading.length))}`;
  if ('entry' in line) return [line.entry, line.about, line.why, line.link].filter((part) => part !== '').join('\n');
  return `${line.label}:\n${line.link}`;
};

const oneLine = (text: string, most: number): string => text.replace(/\s+/g, ' ').trim().slice(0, most);

/** Puts a letter together from its lines, in both forms. */
export function createMessage(subject: string, lines: readonly Line[], more: Pick<MailMessage, 'foot' | 'unsubscribe'> = {}): MailMessage {
  const { foot } = more;
  const last = foot ? `${foot.why}\n${foot.stop.label}:\n${foot.stop.link}\n` : '';
  return { subject: oneLine(subject, 200), lines, ...more, text: `${lines.map(asText).join('\n\n')}\n\n-- \n${siteName()}\n${last}` };
}

/** The code in two groups, as it is read out and typed. */
export const spacedCode = (code: string): string => `${code.slice(0, 4)} ${code.slice(4)}`.toUpperCase();

export const signInMessage = ({ code, link, minutes }: { code: string; link: string; minutes: number }): MailMessage =>
  createMessage(`Sign in to ${siteName()}`, [
    `Use this link to sign in to ${siteName()}, in the browser where you requested it:`,
    { link, label: 'Sign in' },
    'In another browser, go back to the one where you asked and type this code there:',
    { code: spacedCode(code) },
    `The link and the code work once, for ${minutes} minutes. Do not share the code.`,
    'If you did not ask, ignore this email. The link and the code work only in the browser that asked.',
  ]);

interface NotificationMessage {
  title: string;
  sentence: string;
  link: string;
  label: string;
  /** Where mails of this kind are ended, and by what name they go. */
  stop?: { link: string; oneClick: string; kind: string } | undefined;
}

export const notificationMessage = ({ title, sentence, link, label, stop }: NotificationMessage): MailMessage =>
  createMessage(
    title,
    [...(sentence ? [sentence] : []), { link, label }],
    stop && {
      unsubscribe: stop.oneClick,
      foot: {
        why: `You get this because your account wants emails of this kind: ${stop.kind}.`,
        stop: { link: stop.link, label: 'Unsubscribe, or change your settings' },
      },
    },
  );
