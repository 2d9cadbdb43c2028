/** A piece of HTML, made by `html` alone. */
export interface Html {
  readonly html: string;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const controls = /[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/gu;

/** Text as it may be in HTML, in an element or in a quoted attribute; without signs that turn the direction of writing. */
export const escaped = (text: string): string => text.replace(controls, '').replace(/[&<>"']/g, (sign) => escapes[sign] ?? '');

type Part = string | number | null | undefined | Html | readonly Html[];

const written = (part: Part): string => {
  if (part === null || part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') return escaped(`${part}`);
  return 'html' in part ? part.html : part.map(({ html: text }) => text).join('');
};

/** A piece of HTML with values in it: texts are escaped, pieces stay as they are. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Html => ({
  html: texts.reduce((whole, text, at) => whole + text + (at < parts.length ? written(parts[at]) : ''), ''),
});
