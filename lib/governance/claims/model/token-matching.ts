import { tokenize } from '#lib/platform/text/tokenizer.ts';
import type { Failure } from './proofs.ts';

/** Prefix of a token wherever it is placed. */
export const tokenMark = 'peergraph-proof=';

/** Whether a TXT record is exactly the token with its prefix. */
export const isInRecords = (records: readonly string[], token: string): boolean =>
  records.some((record) => record.trim() === `${tokenMark}${token}`);

/** Whether a line of a file is exactly the token, with or without its prefix. */
export const isInFile = (text: string, token: string): boolean =>
  text.split(/\r?\n/).some((line) => line.trim() === token || line.trim() === `${tokenMark}${token}`);

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Decodes the HTML character references that occur in names and URLs. */
const plain = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[String(name).toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

/** Elements whose content is not visible text, or belongs to another document. */
const unseen = new Set(['script', 'style', 'template', 'noscript', 'textarea', 'iframe', 'svg']);
const tagName = /<\/?([a-z][a-z0-9-]*)/iy;
const attribute = /(?<![^\s"'<>/=])([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/g;
/** Longer tags are ignored. */
const maxTag = 4_096;

/** Returns the index of the first `>` outside quotes from `at`, or -1 if there is none. */
function tagEnd(html: string, at: number): number {
  let quote = '';
  for (let place = at; place < html.length; place += 1) {
    const sign = html[place];
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '>') return place;
  }
  return -1;
}

interface Scanned {
  /** The text between the tags. */
  text: string[];
  tags: { name: string; inside: string }[];
}

/** Splits a page into tags and text in time linear in its length, for any input. */
function scan(html: string): Scanned {
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const found: Scanned = { text: [], tags: [] };
  let at = 0;
  while (at < html.length) {
    const opens = html.indexOf('<', at);
    found.text.push(html.slice(at, opens === -1 ? html.length : opens));
    if (opens === -1) break;
    if (html.startsWith('<!--', opens)) {
      const closes = html.indexOf('-->', opens + 4);
      if (closes === -1) break;
      at = closes + 3;
      continue;
    }
    tagName.lastIndex = opens;
    const name = tagName.exec(lower)?.[1];
    if (name === undefined) {
      at = opens + 1;
      continue;
    }
    const closes = tagEnd(html, opens);
    if (closes === -1) break;
    const isOpening = html[opens + 1] !== '/';
    if (isOpening) found.tags.push({ name, inside: html.slice(opens + 1 + name.length, closes) });
    found.text.push(' ');
    at = closes + 1;
    if (!isOpening || !unseen.has(name)) continue;
    const ends = lower.indexOf(`</${name}`, at);
    if (ends === -1) break;
    at = ends;
  }
  return found;
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
export function readPage(html: string, base: string): ReadPage {
  const { text, tags } = scan(html);
  const me = tags.flatMap(({ name, inside }) => {
    if ((name !== 'a' && name !== 'link') || inside.length > maxTag) return [];
    const said = new Map(
      [...inside.matchAll(attribute)].map((each) => [each[1]?.toLowerCase() ?? '', plain(each[2] ?? each[3] ?? each[4] ?? '')]),
    );
    const href = said.get('href');
    const isMe = (said.get('rel') ?? '').toLowerCase().split(/\s+/).includes('me');
    return isMe && href && URL.canParse(href, base) ? [new URL(href, base).href] : [];
  });
  return { me, text: plain(text.join('')) };
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Whether a text contains one of a record's names, whole and in order. Latin letters are compared without diacritics. Letters of other
 * scripts match only themselves, so a name in look-alike letters does not match.
 */
export function namesPerson(text: string, names: readonly string[]): boolean {
  const said = ` ${tokenize(text).join(' ')} `;
  return names.some((name) => {
    const own = tokenize(name);
    if (own.length === 0 || own.join('').length < 2) return false;
    return unspaced.test(name) ? said.replaceAll(' ', '').includes(own.join('')) : said.includes(` ${own.join(' ')} `);
  });
}

/** Returns what a page lacks as a proof, or null: it must name the person and link to one of the record's URLs with `rel="me"`. */
export function pageFault(page: ReadPage, names: readonly string[], addresses: readonly string[]): Failure | null {
  const urls = new Set(addresses.map((each) => each.replace(/\/$/, '')));
  if (!page.me.some((each) => urls.has(each.replace(/[#?].*$/, '').replace(/\/$/, '')))) return 'no_link_back';
  return namesPerson(page.text, names) ? null : 'name_missing';
}
