import { Body } from '@react-email/body';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { render } from '@react-email/render';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { createElement as make, type ReactElement } from 'react';
import type { Line, MailMessage } from './messages.ts';

// Written without JSX: the process that posts mail runs TypeScript as Node itself does.

const ink = '#1d2126';
const soft = '#575d66';
const accent = '#1f5f8b';
const paper = '#fcfbf8';
const sans = "'Source Sans 3', system-ui, -apple-system, 'Segoe UI', sans-serif";

const looks = {
  body: { backgroundColor: paper, color: ink, fontFamily: sans, fontSize: '16px', lineHeight: '1.5', margin: '0', padding: '24px 16px' },
  container: { maxWidth: '38em', margin: '0 auto' },
  title: { fontFamily: 'Georgia, serif', fontWeight: 500, fontSize: '24px', lineHeight: '1.25', margin: '0 0 20px' },
  heading: { fontSize: '16px', fontWeight: 600, margin: '28px 0 8px' },
  text: { fontSize: '16px', lineHeight: '1.5', margin: '0 0 16px' },
  code: { font: '600 22px/1.4 monospace', letterSpacing: '.12em', margin: '0 0 16px' },
  small: { fontSize: '14px', lineHeight: '1.45', color: soft, margin: '0' },
  link: { color: accent, textDecoration: 'underline' },
  entry: { margin: '0 0 16px' },
  entryTitle: { fontSize: '16px', lineHeight: '1.4', margin: '0' },
  rule: { borderColor: '#d9d6cf', margin: '28px 0 16px' },
} as const;

/** Where a reader prefers dark: only colours change. The class names are the letter's own. */
const dark = `@media (prefers-color-scheme: dark) {
  .paper { background-color: #131518 !important; color: #e6e4df !important; }
  .soft { color: #a9adb4 !important; }
  .link { color: #8fc1e3 !important; }
}`;

const anchor = (href: string, says: string): ReactElement => make(Link, { href, style: looks.link, className: 'link' }, says);

function dressed(line: Line, key: number): ReactElement {
  if (typeof line === 'string') return make(Text, { key, style: looks.text }, line);
  if ('code' in line) return make(Text, { key, style: looks.code }, line.code);
  if ('heading' in line) return make(Heading, { key, as: 'h2', style: looks.heading }, line.heading);
  if (!('entry' in line)) return make(Text, { key, style: looks.text }, anchor(line.link, line.says));
  return make(
    Section,
    { key, style: looks.entry },
    make(Text, { style: looks.entryTitle }, anchor(line.link, line.entry)),
    ...[line.about, line.why]
      .filter((part) => part !== '')
      .map((part) => make(Text, { key: part, style: looks.small, className: 'soft' }, part)),
  );
}

const foot = ({ why, stop }: NonNullable<MailMessage['foot']>): ReactElement[] => [
  make(Text, { key: 'why', style: looks.small, className: 'soft' }, why),
  make(Text, { key: 'stop', style: looks.small, className: 'soft' }, anchor(stop.link, stop.says)),
];

/** What a list of mails shows beside the subject: the first words of the letter, without its markup. */
const previewOf = ({ lines }: MailMessage): string => lines.find((line) => typeof line === 'string') ?? '';

const template = (letter: MailMessage): ReactElement =>
  make(
    Html,
    { lang: 'en', dir: 'ltr' },
    make(
      Head,
      null,
      make('title', null, letter.subject),
      make('meta', { name: 'color-scheme', content: 'light dark' }),
      make('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      make('style', null, dark),
    ),
    make(Preview, null, previewOf(letter)),
    make(
      Body,
      { style: looks.body, className: 'paper' },
      make(
        Container,
        { style: looks.container },
        make(Heading, { as: 'h1', style: looks.title }, letter.subject),
        ...letter.lines.map(dressed),
        make(Hr, { style: looks.rule }),
        make(Text, { style: looks.small, className: 'soft' }, 'Peergraph'),
        ...(letter.foot ? foot(letter.foot) : []),
      ),
    ),
  );

/** The HTML of a letter: one template for all of them, with language, headings and dark colours, and no picture. */
export const renderHtml = (letter: MailMessage): Promise<string> => render(template(letter));
