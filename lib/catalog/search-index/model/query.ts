import { initialsKey, nameFormsOf, queryForms, wholeNameKey } from '#lib/platform/names/name-forms.ts';

/** A required word, whole or as a prefix. Any of several words with the same meaning matches. */
interface Atom {
  anyOf: readonly string[];
  isPrefix?: boolean;
}
/** A disjunction: all atoms of at least one clause must match. */
export type Query = readonly (readonly Atom[])[];

/**
 * How closely a name matches a query, closest first: the same name, in any word order; contains the words; contains words with these
 * prefixes; initials written as one word (YQ); the record has only initials (Y. Zhang); one typo; several typos.
 */
const closenesses = ['name', 'words', 'beginnings', 'initials', 'abbreviated', 'typo', 'typos'] as const;
export type Closeness = (typeof closenesses)[number];

export interface QueryTier {
  closeness: Closeness;
  query: Query;
}

const wholeWord = (word: string): Atom => ({ anyOf: [word] });
const particles = new Set('von van der den de da dos das di del della du la le ter ten bin ibn al el af av zu y e'.split(' '));

const withPrefixes = (form: readonly string[]): Atom[] =>
  form.map((word, at) => ({ anyOf: [word], isPrefix: at === form.length - 1 || word.length === 1 }));

/** Returns clauses for "yq zhang": the short word matches initials, other words match whole. */
const withInitials = (form: readonly string[]): Atom[][] =>
  form.length < 2
    ? []
    : form.flatMap((initials, at) =>
        /^[a-z]{2,4}$/.test(initials) ? [form.map((word, position) => wholeWord(position === at ? initialsKey(initials) : word))] : [],
      );

/**
 * Returns clauses for records that are known only as Y. Zhang when the query is "yunquan zhang". They match the whole name with one word
 * abbreviated, so that people with more names are excluded. Particles may be missing.
 */
function abbreviatedNames(form: readonly string[]): Atom[][] {
  const nameWords = form.filter((word) => !particles.has(word));
  if (nameWords.length < 2 || nameWords.length > 3) return [];
  const withoutParticles = nameWords.length < form.length ? [nameWords.map(wholeWord)] : [];
  const initials = nameWords.flatMap((abbreviatedWord, at) => {
    const [first = '', ...rest] = abbreviatedWord;
    return rest.length > 0 ? [wholeNameKey(nameWords.map((word, position) => (position === at ? first : word)))] : [];
  });
  return initials.length > 0 ? [...withoutParticles, [{ anyOf: initials }]] : withoutParticles;
}

const tierOf = (closeness: Closeness, query: Query): QueryTier[] => (query.length > 0 ? [{ closeness, query }] : []);

/** Upper bound on the query length: no name is longer, and the time grows with the square of the number of words. */
const maxQueryCharacters = 200;

/** Returns the query tiers for people, closest first. Each tier excludes matches of the previous ones. */
export function tiersForPeople(text: string): QueryTier[] {
  const forms = queryForms(text.slice(0, maxQueryCharacters));
  if (forms.length === 0) return [];
  return [
    ...tierOf('name', [[{ anyOf: forms.map(wholeNameKey) }]]),
    ...tierOf(
      'words',
      forms.map((form) => form.map(wholeWord)),
    ),
    ...tierOf('beginnings', forms.map(withPrefixes)),
    ...tierOf('initials', forms.flatMap(withInitials)),
  ];
}

/** Returns the query tiers for topics, venues and institutions, whose names have no initials. */
export const tiersForContexts = (text: string): QueryTier[] => tiersForPeople(text).filter(({ closeness }) => closeness !== 'initials');

/** Forms of the query in which typos are corrected: as written, without hyphens, in Latin script. */
const correctableForms = (text: string): string[][] => nameFormsOf(text).slice(0, 3);

/** Returns the words for which `looserTiers` needs similar words. */
export const tokensToCorrect = (text: string): string[] => [...new Set(correctableForms(text).flat())];

/**
 * Returns looser tiers, for queries with few results: an abbreviation, or a typo; with two words also a typo in both.
 * @param similarByWord words of names that are one typo away, for each of `tokensToCorrect`
 */
export function looserTiers(text: string, similarByWord: ReadonlyMap<string, readonly string[]>): QueryTier[] {
  const forms = correctableForms(text);
  const [form = []] = forms;
  if (form.length === 0) return [];
  const similarWords = (word: string): readonly string[] => similarByWord.get(word) ?? [];
  const exactWord = (word: string): Atom => ({ anyOf: [word], isPrefix: word.length === 1 });
  const oneTypo = forms.flatMap((words) =>
    words.flatMap((misspelled, at) =>
      similarWords(misspelled).length > 0
        ? [words.map((word, position): Atom => (position === at ? { anyOf: similarWords(word) } : exactWord(word)))]
        : [],
    ),
  );
  const twoTypos = forms.flatMap((words) =>
    words.length === 2 && words.every((word) => similarWords(word).length > 0)
      ? [words.map((word): Atom => ({ anyOf: similarWords(word) }))]
      : [],
  );
  return [...tierOf('abbreviated', abbreviatedNames(form)), ...tierOf('typo', oneTypo), ...tierOf('typos', twoTypos)];
}
