import { formsOf, initialsKey, joinedForms, keyOf, queryForms, tokensBesides } from '#lib/platform/names/name-forms.ts';
import { searchTokens } from '#lib/platform/text/tokenizer.ts';
import { isOneTypoApart } from './typos.ts';

/** How a name matches a query, for a note beside the result. */
export interface NameMatch {
  /** The best matching name variant, as written. */
  name: string;
  /** Pairs of query word and name word that differ by one typo. */
  slips: { asked: string; written: string }[];
  /** 'words': all query words occur; 'beginnings', 'initials': they match prefixes of words, or initials; 'slips': with typos. */
  by: 'name' | 'words' | 'beginnings' | 'initials' | 'slips';
}

const order = ['name', 'words', 'beginnings', 'initials', 'slips'] as const;

/** Returns the name variant that matches a query best, and how; null if none does. Among equals, the first is returned. */
export function nameMatch(query: string, names: readonly string[]): NameMatch | null {
  const found = names.flatMap((name) => matchOf(query, name) ?? []);
  return found.sort((a, b) => order.indexOf(a.by) - order.indexOf(b.by) || a.slips.length - b.slips.length)[0] ?? null;
}

function matchOf(query: string, name: string): NameMatch | null {
  const asked = queryForms(query);
  const [plain = []] = formsOf(name);
  const written = [...formsOf(name), ...joinedForms(plain)];
  const keys = new Set(written.map(keyOf));
  const as = (by: NameMatch['by'], slips: NameMatch['slips'] = []): NameMatch => ({ name, slips, by });
  if (asked.some((form) => keys.has(keyOf(form)))) return as('name');
  const has = (test: (asked: string, word: string) => boolean) =>
    asked.some((form) => written.some((words) => form.every((each) => words.some((word) => test(each, word)))));
  if (has((each, word) => each === word)) return as('words');
  if (has((each, word) => word.startsWith(each))) return as('beginnings');
  const initials = new Set(searchTokens(tokensBesides([name])));
  if (has((each, word) => word.startsWith(each) || initials.has(initialsKey(each)) || word === each[0])) return as('initials');
  const ways = formsOf(query).flatMap((form) => written.flatMap((words) => slipsOf(form, words) ?? []));
  const [fewest] = ways.sort((a, b) => a.length - b.length);
  return fewest ? as('slips', fewest) : null;
}

/**
 * Returns the words that differ by one typo if all other words match; null if more differs. The result is wrapped in a list for `flatMap`.
 */
function slipsOf(asked: readonly string[], written: readonly string[]): [NameMatch['slips']] | null {
  const slips: NameMatch['slips'] = [];
  const left = new Set(written);
  for (const each of asked) {
    const same = [...left].find((word) => word === each || (each.length === 1 && word.startsWith(each)));
    const meant = same ?? [...left].find((word) => isOneTypoApart(each, word));
    if (meant === undefined) return null;
    left.delete(meant);
    if (same === undefined) slips.push({ asked: each, written: meant });
  }
  return [slips];
}
