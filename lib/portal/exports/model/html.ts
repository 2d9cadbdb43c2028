/** Fragment of safe HTML, created only by `html`. */
export interface Html {
  readonly html: string;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const controlCharacters = /[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/gu;

/** Escapes a text for an element or a quoted attribute, and removes control and bidirectional characters. */
export const escapeHtml = (text: string): string =>
  text.replace(controlCharacters, '').replace(/[&<>"']/g, (character) => escapes[character] ?? '');

type Part = string | number | null | undefined | Html | readonly Html[];

const renderPart = (part: Part): string => {
  if (part === null || part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(`${part}`);
  return 'html' in part ? part.html : part.map(({ html: text }) => text).join('');
};

/** Template tag for HTML: strings are escaped, fragments are inserted as they are. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Html => ({
  html: texts.reduce((whole, text, index) => whole + text + (index < parts.length ? renderPart(parts[index]) : ''), ''),
});
