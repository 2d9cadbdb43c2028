import { decodeEntities } from './entities.ts';
import { finding, type Reading } from './problems.ts';

/** Longer text in a field for pages is no page number. */
const maxCharacters = 100;
const dash = '(?:\\s*(?:[-‐‑–—−]|--+|\\\\textendash(?:\\{\\})?)+\\s*)';

/** What sources write where they know no pages. */
const noPages =
  /^(?:[-–—?*.\s]+|n\.?\/?a\.?|null|none|nil|undefined|tbd|0+(?:[-–]+0+)?|[?]+[-–]+[?]+|arxiv.*|(?:in press|to appear|forthcoming|accepted|epub ahead of print|ahead of print|online first)\b.*)$/i;
const pageWord = String.raw`(?:pp?|pgs?|pages?|seiten|págs?|páginas|pagine|S)\.?`;
/** "320 pages", "xii, 320 p.": how many, not which. */
const countOfPages = new RegExp(
  String.raw`^(?:[ivxlc]+\s*[,+]\s*)?(?:\d{1,5}\s*${pageWord}|\d{1,5}\s*\+\s*[ivxlc]+\s*${pageWord})(?:\s*[,;]?\s*(?:ill|il)\.)?$`,
  'i',
);
/** "Article 17", "Art. no. e12, 9 pages": the number of an article that has no page numbers of its volume. */
const articleNumber =
  /^(?:article|artikel|art\.|paper|id)(?:\s+(?:no|nr|number|id)\.?)?\s*:?\s*([a-z]?[\w.-]*\d[\w.-]*)(?:\s*[,:(]\s*(\d+)\s*(?:pp?|pages?)\.?\)?)?$/i;

/** What a field for pages states: pages, how many, or the number of an article. */
interface StatedPages {
  pages?: string;
  pageCount?: string;
  number?: string;
}

/** Reads a field for pages, see `readPages`. */
export function readPagesField(written: string | undefined): Reading<StatedPages> {
  const text = decodeEntities(written ?? '')
    .replace(/[{}]/g, '')
    .trim();
  if (text === '' || noPages.test(text))
    return {
      value: {},
      problems: /[\p{L}\d]/u.test(text) && !/^arxiv/i.test(text) ? [finding(text, 'It states no pages.', 'without it')] : [],
    };
  if (countOfPages.test(text))
    return { value: { pageCount: text.replace(new RegExp(String.raw`\s*${pageWord}$`, 'i'), '') }, problems: [] };
  const [, number, pageCount] = articleNumber.exec(text) ?? [];
  if (number !== undefined) return { value: { number, ...(pageCount && { pageCount }) }, problems: [] };
  const { value: pages, problems } = readPages(text);
  return { value: { ...(pages && { pages }) }, problems };
}

/** Returns a span of numbers with a hyphen, as pages have it. */
const withHyphens = (text: string): string => text.replace(/(?<=\d)\s*(?:[–—]|--+)\s*(?=\d)/g, '-');

/** Reads the number of a volume or an issue, without its label ("Vol. 12"); of "12(3)" both. */
export function readVolume(written: string | undefined): { volume?: string; issue?: string } {
  const text = withHyphens((written ?? '').replace(/^(?:vol(?:ume)?|bd|band|tome|tomo)\.?\s*(?=\d)/i, '').trim());
  const [, volume, issue] = /^(\d{1,4})\s*\((\d{1,3}(?:[-–]\d{1,3})?)\)$/.exec(text) ?? [];
  return { ...((volume ?? text) && { volume: volume ?? text }), ...(issue && { issue }) };
}

/** Reads the number of an issue without its label ("No. 3"). */
export const readIssue = (written: string): string =>
  withHyphens(written.replace(/^(?:no|nr|nos|issue|number|heft|num|núm|fasc)[.º°]?\s*(?=\d)/i, '').trim());

/**
 * Reads page numbers: one hyphen between first and last page, and a comma between parts. Labels ("pp.") and braces are removed. A range of
 * words without a number stays as text.
 */
export function readPages(written: string): Reading<string | undefined> {
  const text = decodeEntities(written)
    .replace(/[{}$]/g, '')
    // "S12" and "P3" are pages of a supplement; "S. 12", "p3" and "pp. 3" have a label.
    .replace(
      /^\s*(?:(?:[Pp]ages?|PAGES?|[Ss]eiten?|pgs?|[Pp]p|PP)\.?\s*(?=\w*\d|[ivxlc]+\b)|p\.?\s*(?=\d)|[pPS](?:\.\s*|\s+)(?=\w*\d))/,
      '',
    )
    .replace(/(?<=\d)\s+(?:to|bis|à|until|al?)\s+(?=\d)/gi, '-')
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
