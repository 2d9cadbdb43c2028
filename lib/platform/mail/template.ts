import { render } from '@react-email/render';
import { type CSSProperties, createElement as make, type ReactElement, type ReactNode } from 'react';
import { site, siteName } from '#lib/platform/site.ts';
import type { MailLine, MailMessage } from './messages.ts';

// Written without JSX, because the process that sends email runs TypeScript natively in Node.

const textColour = '#1d2126';
const softColour = '#575d66';
/**
 * The accent in light and dark mode. An operator's accent is lightened for dark mode as on pages, but computed here, because mail programs
 * do not support color-mix().
 */
const [accent, accentInDark] = ['#0f5c66', '#7cc6cf'];
const lightenColour = (colour: string): string =>
  `#${[1, 3, 5]
    .map((at) =>
      Math.round(Number.parseInt(colour.slice(at, at + 2), 16) * 0.4 + 255 * 0.6)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
const accentColours = (): { light: string; dark: string } => {
  const customAccent = site().accent;
  return customAccent ? { light: customAccent, dark: lightenColour(customAccent) } : { light: accent, dark: accentInDark };
};
const paperColour = '#fcfbf8';
const fontStack = "'Source Sans 3', system-ui, -apple-system, 'Segoe UI', sans-serif";

const styles = {
  page: { backgroundColor: paperColour, margin: 0, padding: 0 },
  body: {
    backgroundColor: paperColour,
    color: textColour,
    fontFamily: fontStack,
    fontSize: '16px',
    lineHeight: '1.5',
    margin: '0',
    padding: '24px 16px',
  },
  container: { maxWidth: '38em', margin: '0 auto' },
  title: { fontFamily: 'Georgia, serif', fontWeight: 500, fontSize: '24px', lineHeight: '1.25', margin: '0 0 20px' },
  heading: { fontSize: '16px', fontWeight: 600, margin: '28px 0 8px' },
  text: { fontSize: '16px', lineHeight: '1.5', margin: '0 0 16px' },
  code: { font: '600 22px/1.4 monospace', letterSpacing: '.12em', margin: '0 0 16px' },
  small: { fontSize: '14px', lineHeight: '1.45', color: softColour, margin: '0' },
  link: { textDecoration: 'underline' },
  button: {
    display: 'inline-block',
    padding: '9px 18px',
    borderRadius: '6px',
    color: paperColour,
    fontWeight: 600,
    textDecoration: 'none',
  },
  head: { borderTop: '4px solid', padding: '16px 0 0' },
  name: { fontSize: '16px', fontWeight: 600, margin: '0 0 20px' },
  entry: { margin: '0 0 16px' },
  entryTitle: { fontSize: '16px', lineHeight: '1.4', margin: '0' },
  rule: { width: '100%', border: 'none', borderTop: '1px solid #d9d6cf', margin: '28px 0 16px' },
  preview: { display: 'none', overflow: 'hidden', lineHeight: '1px', opacity: 0, maxHeight: 0, maxWidth: 0 },
} as const;

/** Styles for dark mode, which only change colours. Class names are local to the email. */
const darkStyles = () => `@media (prefers-color-scheme: dark) {
  .paper { background-color: #131518 !important; color: #e6e4df !important; }
  .soft { color: #a9adb4 !important; }
  .link { color: ${accentColours().dark} !important; }
  .button { background-color: ${accentColours().dark} !important; color: #131518 !important; }
  .head { border-color: ${accentColours().dark} !important; }
  .rule { border-color: #2c3036 !important; }
}`;

interface StyleProps {
  key?: number | string;
  style?: CSSProperties;
  className?: string;
}

const linkElement = (href: string, label: string): ReactElement =>
  make('a', { href, style: { ...styles.link, color: accentColours().light }, className: 'link', target: '_blank' }, label);
const buttonElement = (href: string, label: string): ReactElement =>
  make('a', { href, style: { ...styles.button, backgroundColor: accentColours().light }, className: 'button', target: '_blank' }, label);
const smallText = (key: string, content: ReactNode): ReactElement => make('p', { key, style: styles.small, className: 'soft' }, content);

/** A table with one cell, because mail programs support only tables for layout. `cell` has the style and class of the cell. */
const table = (tableProps: StyleProps, cell: StyleProps, ...children: ReactNode[]): ReactElement =>
  make(
    'table',
    { align: 'center', width: '100%', border: 0, cellPadding: '0', cellSpacing: '0', role: 'presentation', ...tableProps },
    make('tbody', null, make('tr', null, make('td', cell, ...children))),
  );

/** The first link of an email is its main action. */
const isMainAction = (index: number, lines: readonly MailLine[]): boolean =>
  index === lines.findIndex((each) => typeof each !== 'string' && 'label' in each);

function renderLine(line: MailLine, key: number, lines: readonly MailLine[]): ReactElement {
  if (typeof line === 'string') return make('p', { key, style: styles.text }, line);
  if ('code' in line) return make('p', { key, style: styles.code }, line.code);
  if ('heading' in line) return make('h2', { key, style: styles.heading }, line.heading);
  if (!('entry' in line)) {
    const element = isMainAction(key, lines) ? buttonElement : linkElement;
    return make('p', { key, style: styles.text }, element(line.link, line.label));
  }
  const { link, entry, about, why } = line;
  const notes = [about, why].filter((part) => part !== '').map((part) => smallText(part, part));
  return table({ key, style: styles.entry }, {}, make('p', { style: styles.entryTitle }, linkElement(link, entry)), ...notes);
}

const renderFoot = ({ why, stop }: NonNullable<MailMessage['foot']>): ReactElement[] => [
  smallText('why', why),
  smallText('stop', linkElement(stop.link, stop.label)),
];

/** Number of characters that mail programs preview beside the subject. */
const maxPreviewCharacters = 150;
/** Zero-width characters that keep following text out of the preview. */
const previewFiller = '\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff';

/** The preview beside the subject: the first paragraph, without markup. */
function renderPreview({ lines }: MailMessage): ReactElement {
  const text = (lines.find((line) => typeof line === 'string') ?? '').slice(0, maxPreviewCharacters);
  return make('div', { style: styles.preview }, text, make('div', null, previewFiller.repeat(maxPreviewCharacters - text.length)));
}

const renderTemplate = (message: MailMessage): ReactElement =>
  make(
    'html',
    { lang: 'en', dir: 'ltr' },
    make(
      'head',
      null,
      make('meta', { httpEquiv: 'Content-Type', content: 'text/html; charset=UTF-8' }),
      make('meta', { name: 'x-apple-disable-message-reformatting' }),
      make('title', null, message.subject),
      make('meta', { name: 'color-scheme', content: 'light dark' }),
      make('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      make('style', null, darkStyles()),
    ),
    make(
      'body',
      { style: styles.page, className: 'paper' },
      renderPreview(message),
      table(
        {},
        // Many mail programs drop the styles of the body, so that the cell has its own background, in dark mode too.
        { style: styles.body, className: 'paper' },
        table(
          { style: styles.container },
          { style: { ...styles.head, borderColor: accentColours().light }, className: 'head' },
          make('p', { style: { ...styles.name, color: accentColours().light }, className: 'link' }, siteName()),
          make('h1', { style: styles.title }, message.subject),
          ...message.lines.map(renderLine),
          make('hr', { style: styles.rule, className: 'rule' }),
          smallText('name', siteName()),
          ...(message.foot ? renderFoot(message.foot) : []),
        ),
      ),
    ),
  );

/** Renders the HTML of an email from the common template, with language, headings and dark mode, and without images. */
export const renderHtml = (message: MailMessage): Promise<string> => render(renderTemplate(message));
