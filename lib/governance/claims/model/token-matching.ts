import { tokenize } from '#lib/platform/text/tokenizer.ts';
import type { ProofFailure } from './proofs.ts';

/** Prefix of a token wherever it is placed. */
export const tokenPrefix = 'peergraph-proof=';

/** Whether a TXT record is exactly the token with its prefix. */
export const recordsHaveToken = (records: readonly string[], token: string): boolean =>
  records.some((record) => record.trim() === `${tokenPrefix}${token}`);

/** Whether a line of a file is exactly the token, with or without its prefix. */
export const fileHasToken = (text: string, token: string): boolean =>
  text.split(/\r?\n/).some((line) => line.trim() === token || line.trim() === `${tokenPrefix}${token}`);

const entityCharacters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Decodes the HTML character references that occur in names and URLs. */
const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name) return entityCharacters[String(name).toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

/** Elements whose content is not visible text, or belongs to another document. */
const hiddenElements = new Set(['script', 'style', 'template', 'noscript', 'textarea', 'iframe', 'svg']);
const tagNamePattern = /<\/?([a-z][a-z0-9-]*)/iy;
const attributePattern = /(?<![^\s"'<>/=])([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/g;
/** Longer tags are ignored. */
const maxTagLength = 4_096;

/** Returns the index of the first `>` outside quotes from `at`, or -1 if there is none. */
function findTagEnd(html: string, at: number): number {
  let openQuote = '';
  for (let index = at; index < html.length; index += 1) {
    const character = html[index];
    if (openQuote !== '') openQuote = character === openQuote ? '' : openQuote;
    else if (character === '"' || character === "'") openQuote = character;
    else if (character === '>') return index;
  }
  return -1;
}

interface ScannedHtml {
  /** The text between the tags. */
  text: string[];
  tags: { name: string; inside: string }[];
}

/** Splits a page into tags and text in time linear in its length, for any input. */
function scanHtml(html: string): ScannedHtml {
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const scanned: ScannedHtml = { text: [], tags: [] };
  let at = 0;
  while (at < html.length) {
    const tagStart = html.indexOf('<', at);
    scanned.text.push(html.slice(at, tagStart === -1 ? html.length : tagStart));
    if (tagStart === -1) break;
    if (html.startsWith('<!--', tagStart)) {
      const commentClose = html.indexOf('-->', tagStart + 4);
      if (commentClose === -1) break;
      at = commentClose + 3;
      continue;
    }
    tagNamePattern.lastIndex = tagStart;
    const name = tagNamePattern.exec(lower)?.[1];
    if (name === undefined) {
      at = tagStart + 1;
      continue;
    }
    const tagClose = findTagEnd(html, tagStart);
    if (tagClose === -1) break;
    const isOpening = html[tagStart + 1] !== '/';
    if (isOpening) scanned.tags.push({ name, inside: html.slice(tagStart + 1 + name.length, tagClose) });
    scanned.text.push(' ');
    at = tagClose + 1;
    if (!isOpening || !hiddenElements.has(name)) continue;
    const endTag = lower.indexOf(`</${name}`, at);
    if (endTag === -1) break;
    at = endTag;
  }
  return scanned;
}

interface ReadPage {
  /** Absolute URLs of its links with `rel="me"`. */
  me: string[];
  text: string;
}

/**
 * Extracts what a check needs from an HTML page of at most 256 KB, by a scan rather than a full parser. Relative URLs are resolved against
 * `base`.
 */
export function parsePage(html: string, base: string): ReadPage {
  const { text, tags } = scanHtml(html);
  const me = tags.flatMap(({ name, inside }) => {
    if ((name !== 'a' && name !== 'link') || inside.length > maxTagLength) return [];
    const attributes = new Map(
      [...inside.matchAll(attributePattern)].map((each) => [
        each[1]?.toLowerCase() ?? '',
        decodeEntities(each[2] ?? each[3] ?? each[4] ?? ''),
      ]),
    );
    const href = attributes.get('href');
    const isMe = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/).includes('me');
    return isMe && href && URL.canParse(href, base) ? [new URL(href, base).href] : [];
  });
  return { me, text: decodeEntities(text.join('')) };
}

const unspacedScripts = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Whether a text contains one of a record's names, whole and in order. Latin letters are compared without diacritics. Letters of other
 * scripts match only themselves, so a name in look-alike letters does not match.
 */
export function namesPerson(text: string, names: readonly string[]): boolean {
  const textWords = ` ${tokenize(text).join(' ')} `;
  return names.some((name) => {
    const nameTokens = tokenize(name);
    if (nameTokens.length === 0 || nameTokens.join('').length < 2) return false;
    return unspacedScripts.test(name)
      ? textWords.replaceAll(' ', '').includes(nameTokens.join(''))
      : textWords.includes(` ${nameTokens.join(' ')} `);
  });
}

/** Returns what a page lacks as a proof, or null: it must name the person and link to one of the record's URLs with `rel="me"`. */
export function relMeFailure(page: ReadPage, names: readonly string[], addresses: readonly string[]): ProofFailure | null {
  const urls = new Set(addresses.map((each) => each.replace(/\/$/, '')));
  if (!page.me.some((each) => urls.has(each.replace(/[#?].*$/, '').replace(/\/$/, '')))) return 'no_link_back';
  return namesPerson(page.text, names) ? null : 'name_missing';
}
