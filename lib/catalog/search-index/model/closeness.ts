import { formsOf, initialsKey, joinedForms, keyOf, queryForms, tokensBesides } from '#lib/platform/names/name-forms.ts';
import { searchTokens } from '#lib/platform/text/tokenizer.ts';
import { oneSlipApart } from './typos.ts';

/** How a name answers a query, for a sentence beside it. */
export interface NameMatch {
  /** The spelling that answers best, as it is written. */
  name: string;
  /** Words as asked and as written that differ by a slip of one letter. */
  slips: { asked: string; written: string }[];
  /** 'words': all that was asked is there; 'beginnings', 'initials': the beginning of words, or initials; 'slips'. */
  by: 'name' | 'words' | 'beginnings' | 'initials' | 'slips';
}

const order = ['name', 'words', 'beginnings', 'initials', 'slips'] as const;

/** Which of a person's spellings answers a query best, and how; null where none does. The first spelling wins a draw. */
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

/** Which words differ by a letter, where every other one is there as it was asked, in a list of that list; null where more differs. */
function slipsOf(asked: readonly string[], written: readonly string[]): [NameMatch['slips']] | null {
  const slips: NameMatch['slips'] = [];
  const left = new Set(written);
  for (const each of asked) {
    const same = [...left].find((word) => word === each || (each.length === 1 && word.startsWith(each)));
    const meant = same ?? [...left].find((word) => oneSlipApart(each, word));
    if (meant === undefined) return null;
    left.delete(meant);
    if (same === undefined) slips.push({ asked: each, written: meant });
  }
  return [slips];
}
