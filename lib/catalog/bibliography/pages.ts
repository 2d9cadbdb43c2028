import { decodeEntities } from './entities.ts';
import { finding, type Reading } from './problems.ts';

/** Longer text in a field for pages is no page number. */
const maxCharacters = 100;
const dash = '(?:\\s*(?:[-‐‑–—−]|--+|\\\\textendash(?:\\{\\})?)+\\s*)';

/**
 * Reads page numbers: one hyphen between first and last page, and a comma between parts. Labels ("pp.") and braces are removed. A range of
 * words without a number stays as text.
 */
export function readPages(written: string): Reading<string | undefined> {
  const text = decodeEntities(written)
    .replace(/[{}$]/g, '')
    .replace(/^\s*(?:pp?|pages?|S|Seiten?|pgs?)\.?\s*(?=\d)/i, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (text === '' || /^[-–—]+$/.test(text)) return { value: undefined, problems: [] };
  if (text.length > maxCharacters)
    return { value: undefined, problems: [finding(written, 'It is too long for page numbers.', 'without it')] };
  const value = text
    .replace(new RegExp(dash, 'g'), '-')
    .replace(/\s*,\s*/g, ', ')
    .replace(/^-|-$/g, '');
  return { value: value === '' ? undefined : value, problems: [] };
}

/** Joins a first and a last page. A last page that is short ("123–9") stays as written. */
export function readPageRange(first: string | undefined, last: string | undefined): Reading<string | undefined> {
  const [from = '', to = ''] = [first?.trim(), last?.trim()];
  return readPages(from && to && from !== to && !new RegExp(`${dash}${escapeForPattern(to)}$`).test(from) ? `${from}-${to}` : from || to);
}

const escapeForPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
