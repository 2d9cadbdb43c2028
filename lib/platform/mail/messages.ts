import { siteName } from '#lib/platform/site.ts';

/** A paragraph, a code to type, a link, a heading, or a digest entry with a link, facts and the reason for it. */
export type MailLine =
  | string
  | { code: string }
  | { link: string; label: string }
  | { heading: string }
  | { entry: string; link: string; about: string; why: string };

/** An email as plain data, so that it can wait in a job. Its HTML is rendered from `lines` when it is sent (template.ts). */
export interface MailMessage {
  subject: string;
  lines: readonly MailLine[];
  /** The reason for the email, and the link to stop it, at the end. */
  foot?: { why: string; stop: { link: string; label: string } };
  /** The URL whose POST stops this kind of email (RFC 8058). */
  unsubscribe?: string;
  /** The whole email as plain text, with the same content as its HTML. */
  text: string;
}

const lineText = (line: MailLine): string => {
  if (typeof line === 'string') return line;
  if ('code' in line) return `    ${line.code}`;
  if ('heading' in line) return `${line.heading}\n${'-'.repeat(Math.min(60, line.heading.length))}`;
  if ('entry' in line) return [line.entry, line.about, line.why, line.link].filter((part) => part !== '').join('\n');
  return `${line.label}:\n${line.link}`;
};

const oneLine = (text: string, maxCharacters: number): string => text.replace(/\s+/g, ' ').trim().slice(0, maxCharacters);

/** Builds an email from its lines, as text and for HTML. */
export function createMessage(
  subject: string,
  lines: readonly MailLine[],
  options: Pick<MailMessage, 'foot' | 'unsubscribe'> = {},
): MailMessage {
  const { foot } = options;
  const footText = foot ? `${foot.why}\n${foot.stop.label}:\n${foot.stop.link}\n` : '';
  return {
    subject: oneLine(subject, 200),
    lines,
    ...options,
    text: `${lines.map(lineText).join('\n\n')}\n\n-- \n${siteName()}\n${footText}`,
  };
}

/** Formats a code in two groups, for reading and typing. */
export const formatCode = (code: string): string => `${code.slice(0, 4)} ${code.slice(4)}`.toUpperCase();

export const signInMessage = ({ code, link, minutes }: { code: string; link: string; minutes: number }): MailMessage =>
  createMessage(`Sign in to ${siteName()}`, [
    `Use this link to sign in to ${siteName()}, in the browser where you requested it:`,
    { link, label: 'Sign in' },
    'In another browser, go back to the one where you asked and type this code there:',
    { code: formatCode(code) },
    `The link and the code work once, for ${minutes} minutes. Do not share the code.`,
    'If you did not ask, ignore this email. The link and the code work only in the browser that asked.',
  ]);

interface NotificationMessage {
  title: string;
  /** Its paragraphs are separated by empty lines. */
  sentence: string;
  link: string;
  label: string;
  /** The link by which the recipient objects without a sign-in, if there is something to object to. */
  objection?: string | undefined;
  /** The unsubscribe URLs for this kind of email, and what it is about. */
  stop?: { link: string; oneClick: string; subject: string } | undefined;
}

export const notificationMessage = ({ title, sentence, link, label, objection, stop }: NotificationMessage): MailMessage =>
  createMessage(
    title,
    [
      ...sentence.split('\n\n').filter((paragraph) => paragraph !== ''),
      { link, label },
      ...(objection ? [{ link: objection, label: 'This is wrong' }] : []),
    ],
    stop && {
      unsubscribe: stop.oneClick,
      foot: {
        why: `You get emails about ${stop.subject}.`,
        stop: { link: stop.link, label: 'Unsubscribe, or change your settings' },
      },
    },
  );
