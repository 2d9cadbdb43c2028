import { formsOf, initialsKey, keyOf, queryForms } from '#lib/platform/names/name-forms.ts';

/** A word that must be there, whole or as a beginning, or one of several that mean the same. */
interface Atom {
  any: readonly string[];
  begins?: boolean;
}
/** Everything of one of these must be there. */
export type Query = readonly (readonly Atom[])[];

/**
 * How close a name comes to a query, from near to far: it is the name, in any order of its words; it has its words; it has words that
 * begin so; initials written as one word (YQ); initials only in the record (Y. Zhang); a slip in one word; slips in several.
 */
const closenesses = ['name', 'words', 'beginnings', 'initials', 'abbreviated', 'slip', 'slips'] as const;
export type Closeness = (typeof closenesses)[number];

export interface Tier {
  closeness: Closeness;
  query: Query;
}

const whole = (word: string): Atom => ({ any: [word] });
const particles = new Set('von van der den de da dos das di del della du la le ter ten bin ibn al el af av zu y e'.split(' '));

const beginning = (form: readonly string[]): Atom[] =>
  form.map((word, at) => ({ any: [word], begins: at === form.length - 1 || word.length === 1 }));

/** "yq zhang": another word is whole, and the short one stands for initials. */
const withInitials = (form: readonly string[]): Atom[][] =>
  form.length < 2
    ? []
    : form.flatMap((short, at) =>
        /^[a-z]{2,4}$/.test(short) ? [form.map((word, place) => whole(place === at ? initialsKey(short) : word))] : [],
      );

/**
 * "yunquan zhang" also is Y. Zhang where a record knows no more: a whole name that has an initial for one of the words, so that nobody
 * comes in who has more names than those. A particle may be missing.
 */
function abbreviated(form: readonly string[]): Atom[][] {
  const telling = form.filter((word) => !particles.has(word));
  if (telling.length < 2 || telling.length > 3) return [];
  const bare = telling.length < form.length ? [telling.map(whole)] : [];
  const initials = telling.flatMap((kept, at) => {
    const [first = '', ...rest] = kept;
    return rest.length > 0 ? [keyOf(telling.map((word, place) => (place === at ? first : word)))] : [];
  });
  return initials.length > 0 ? [...bare, [{ any: initials }]] : bare;
}

const tier = (closeness: Closeness, query: Query): Tier[] => (query.length > 0 ? [{ closeness, query }] : []);

/** No name is longer; the time grows with the square of the words. */
const maxQueryCharacters = 200;

/** What a query for a person looks for, close names first. Each tier is meant without those before it. */
export function tiersForPeople(text: string): Tier[] {
  const forms = queryForms(text.slice(0, maxQueryCharacters));
  if (forms.length === 0) return [];
  return [
    ...tier('name', [[{ any: forms.map(keyOf) }]]),
    ...tier(
      'words',
      forms.map((form) => form.map(whole)),
    ),
    ...tier('beginnings', forms.map(beginning)),
    ...tier('initials', forms.flatMap(withInitials)),
  ];
}

/** The same for a topic, a venue or an institution: their names have no initials. */
export const tiersForContexts = (text: string): Tier[] => tiersForPeople(text).filter(({ closeness }) => closeness !== 'initials');

/** The ways to write what was asked that slips are looked for in: as it is, without hyphens, in Latin letters. */
const slippable = (text: string): string[][] => formsOf(text).slice(0, 3);

/** The words that `looserTiers` wants to know the neighbours of. */
export const tokensToCorrect = (text: string): string[] => [...new Set(slippable(text).flat())];

/**
 * What a name may also be, asked for only where little was found: an abbreviation, or a slip of the typist; of two words both.
 * @param meant words of names one slip away from each of `wordsToForgive`
 */
export function looserTiers(text: string, meant: ReadonlyMap<string, readonly string[]>): Tier[] {
  const forms = slippable(text);
  const [form = []] = forms;
  if (form.length === 0) return [];
  const others = (word: string): readonly string[] => meant.get(word) ?? [];
  const asked = (word: string): Atom => ({ any: [word], begins: word.length === 1 });
  const one = forms.flatMap((words) =>
    words.flatMap((slipped, at) =>
      others(slipped).length > 0 ? [words.map((word, place): Atom => (place === at ? { any: others(word) } : asked(word)))] : [],
    ),
  );
  const both = forms.flatMap((words) =>
    words.length === 2 && words.every((word) => others(word).length > 0) ? [words.map((word): Atom => ({ any: others(word) }))] : [],
  );
  return [...tier('abbreviated', abbreviated(form)), ...tier('slip', one), ...tier('slips', both)];
}
