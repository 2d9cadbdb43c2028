import { withoutUnsafeCharacters } from '#lib/platform/text/rich-text.ts';

/** Length of the excerpt of an invitation in its mail and notification. */
const maxExcerptCharacters = 200;

/** Returns the beginning of a text in one line, without Markdown and without addresses: mail programs would make links of them. */
export function excerptOf(text: string): string {
  const plain = withoutUnsafeCharacters(text)
    .replace(/(?:https?:\/\/|www\.|mailto:)\S+/gi, '[link]')
    .replace(/[*`]+|^[#>\s-]+/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length > maxExcerptCharacters ? `${plain.slice(0, maxExcerptCharacters).trimEnd()}…` : plain;
}
