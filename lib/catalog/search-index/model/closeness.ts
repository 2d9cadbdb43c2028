import { additionalTokens, initialsKey, joinedForms, nameFormsOf, queryForms, wholeNameKey } from '#lib/platform/names/name-forms.ts';
import { searchTokens } from '#lib/platform/text/tokenizer.ts';
import { isOneTypoApart } from './typos.ts';

/** How a name matches a query, for a note beside the result. */
export interface NameMatch {
  /** The best matching name variant, as written. */
  name: string;
  /** Pairs of query word and name word that differ by one typo. */
  typos: { asked: string; written: string }[];
  /** 'words': all query words occur; 'beginnings', 'initials': they match prefixes of words, or initials; 'typos': with typos. */
  by: 'name' | 'words' | 'beginnings' | 'initials' | 'typos';
}

const matchOrder = ['name', 'words', 'beginnings', 'initials', 'typos'] as const;

/** Returns the name variant that matches a query best, and how; null if none does. Among equals, the first is returned. */
export function findNameMatch(query: string, names: readonly string[]): NameMatch | null {
  const matches = names.flatMap((name) => matchOf(query, name) ?? []);
  return matches.sort((a, b) => matchOrder.indexOf(a.by) - matchOrder.indexOf(b.by) || a.typos.length - b.typos.length)[0] ?? null;
}

function matchOf(query: string, name: string): NameMatch | null {
  const queryWords = queryForms(query);
  const [plain = []] = nameFormsOf(name);
  const nameWords = [...nameFormsOf(name), ...joinedForms(plain)];
  const keys = new Set(nameWords.map(wholeNameKey));
  const toMatch = (by: NameMatch['by'], typos: NameMatch['typos'] = []): NameMatch => ({ name, typos, by });
  if (queryWords.some((form) => keys.has(wholeNameKey(form)))) return toMatch('name');
  const matchesAll = (test: (queryWord: string, word: string) => boolean) =>
    queryWords.some((form) => nameWords.some((words) => form.every((queryWord) => words.some((word) => test(queryWord, word)))));
  if (matchesAll((queryWord, word) => queryWord === word)) return toMatch('words');
  if (matchesAll((queryWord, word) => word.startsWith(queryWord))) return toMatch('beginnings');
  const initials = new Set(searchTokens(additionalTokens([name])));
  if (matchesAll((queryWord, word) => word.startsWith(queryWord) || initials.has(initialsKey(queryWord)) || word === queryWord[0]))
    return toMatch('initials');
  const typoLists = nameFormsOf(query).flatMap((form) => nameWords.flatMap((words) => findTypos(form, words) ?? []));
  const [shortestList] = typoLists.sort((a, b) => a.length - b.length);
  return shortestList ? toMatch('typos', shortestList) : null;
}

/**
 * Returns the words that differ by one typo if all other words match; null if more differs. The result is wrapped in a list for `flatMap`.
 */
function findTypos(queryWords: readonly string[], nameWords: readonly string[]): [NameMatch['typos']] | null {
  const typos: NameMatch['typos'] = [];
  const remaining = new Set(nameWords);
  for (const queryWord of queryWords) {
    const exactWord = [...remaining].find((word) => word === queryWord || (queryWord.length === 1 && word.startsWith(queryWord)));
    const nameWord = exactWord ?? [...remaining].find((word) => isOneTypoApart(queryWord, word));
    if (nameWord === undefined) return null;
    remaining.delete(nameWord);
    if (exactWord === undefined) typos.push({ asked: queryWord, written: nameWord });
  }
  return [typos];
}
