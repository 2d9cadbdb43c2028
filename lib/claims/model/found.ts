import { words } from '../../search/model.ts';
import type { Failure } from './proofs.ts';

/** What stands before a token wherever it is placed. */
export const tokenMark = 'peergraph-proof=';

/** True where a TXT record is exactly the token with its mark. */
export const isInRecords = (records: readonly string[], token: string): boolean =>
  records.some((record) => record.trim() === `${tokenMark}${token}`);

/** True where a line of a file is exactly the token, with or without its mark. */
export const isInFile = (text: string, token: string): boolean =>
  text.split(/\r?\n/).some((line) => line.trim() === token || line.trim() === `${tokenMark}${token}`);

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Character references of HTML, as far as names and addresses need them. */
const plain = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[String(name).toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

/** What nobody sees on a page, or what only looks like its text. */
const unseen = /<!--[\s\S]*?(-->|$)|<(script|style|template|noscript|textarea|iframe|svg)\b[\s\S]*?(<\/\2\s*>|$)/gi;
const tag = /<(a|link)\b((?:[^>"']|"[^"]*"|'[^']*')*)>/gi;
const attribute = /([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/g;

export interface ReadPage {
  /** Where its links with `rel="me"` lead, in full. */
  me: string[];
  text: string;
}

/** Reads what a check needs of an HTML page: a scan of at most 256 KB, not a browser. Relative addresses are those of `base`. */
export function readPage(html: string, base: string): ReadPage {
  const seen = html.replace(unseen, ' ');
  const me: string[] = [];
  for (const [, , inside = ''] of seen.matchAll(tag)) {
    const said = new Map(
      [...inside.matchAll(attribute)].map((each) => [each[1]?.toLowerCase() ?? '', plain(each[2] ?? each[3] ?? each[4] ?? '')]),
    );
    const rels = (said.get('rel') ?? '').toLowerCase().split(/\s+/);
    const href = said.get('href');
    if (rels.includes('me') && href && URL.canParse(href, base)) me.push(new URL(href, base).href);
  }
  return { me, text: plain(seen.replace(/<[^>]*>/g, ' ')) };
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * True where a text has one of a record's names, whole and in its order. Latin letters are compared without their marks; letters of
 * other scripts only with themselves, so that a name in look-alike letters is another name.
 */
export function namesPerson(text: string, names: readonly string[]): boolean {
  const said = ` ${words(text).join(' ')} `;
  return names.some((name) => {
    const own = words(name);
    if (own.length === 0 || own.join('').length < 2) return false;
    return unspaced.test(name) ? said.replaceAll(' ', '').includes(own.join('')) : said.includes(` ${own.join(' ')} `);
  });
}

/** What a page lacks to be somebody's, or null: it names the person, and leads to one of the record's addresses with `rel="me"`. */
export function pageFault(page: ReadPage, names: readonly string[], addresses: readonly string[]): Failure | null {
  const wanted = new Set(addresses.map((each) => each.replace(/\/$/, '')));
  if (!page.me.some((each) => wanted.has(each.replace(/[#?].*$/, '').replace(/\/$/, '')))) return 'no_link_back';
  return namesPerson(page.text, names) ? null : 'name_missing';
}
