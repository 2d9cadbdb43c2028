import { and } from 'drizzle-orm';
import { isHidden } from '#lib/catalog/statements/model/statement.ts';
import { visibleRecord } from '#lib/catalog/visibility/queries.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { authorNames, authors } from '#lib/platform/db/schema/authors.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { queryForms } from '#lib/platform/names/name-forms.ts';
import { subjectKeyOf } from '#lib/platform/text/tokenizer.ts';
import { letterForms, variantsOfName, variantsOfWord } from './model/name-variants.ts';
import type { Query } from './model/query.ts';
import { type Condition, compileMatch, selectMatches } from './tables.ts';

/** Upper bounds: people with a word in their name, and further spellings of a query. */
const maxPeopleOfWord = 20;
const maxVariants = 8;
/** Shorter words are in too many names: Lü, Lue, Lu. */
const minLetters = 5;
/** Spellings of one marked letter, as in "Mueller". A word without them is looked up if it is the whole query. */
const digraphPattern = /[aou]e|aa/;
const markedLetter = /[äöüøå]/i;

interface NameWords {
  /** The query, and its words without stop words. */
  text: string;
  words: readonly string[];
  /** Keys of people whose name is the query. */
  people: readonly number[];
  /** Condition for people who may be found at all. */
  where: Condition;
}

/**
 * Returns a query for the spellings of names under which the search for people finds them, while works have the names as printed:
 * "Schuetze" is Schütze. Empty if there are no others.
 */
export async function selectNameVariants(reader: Reader, { text, words, people, where }: NameWords): Promise<Query> {
  const nameVariants: string[][] = [];
  if (people.length > 0) {
    const asked = queryForms(text);
    for (const name of await selectNames(reader, people)) nameVariants.push(...variantsOfName(asked, name));
  } else {
    let forms: readonly string[][] = [[...words]];
    for (const word of words.filter((each) => each.length >= minLetters && (words.length === 1 || digraphPattern.test(each)))) {
      const match = compileMatch([[{ anyOf: [word] }]]);
      const keys = (await selectMatches(reader, 'author', match, { where, limit: maxPeopleOfWord })).map(subjectKeyOf);
      const others = keys.length > 0 ? variantsOfWord(word, await selectNames(reader, keys)) : [];
      forms = forms
        .flatMap((form) => [form, ...others.map((other) => form.map((each) => (each === word ? other : each)))])
        .slice(0, maxVariants);
    }
    nameVariants.push(...forms.slice(1));
  }
  if (markedLetter.test(text.normalize('NFC'))) nameVariants.push(...letterForms(text));
  // A spelling with all words of the query finds nothing else.
  return [...new Map(nameVariants.map((nameVariant) => [nameVariant.toSorted().join(' '), nameVariant])).values()]
    .filter((nameVariant) => !words.every((word) => nameVariant.includes(word)))
    .slice(0, maxVariants)
    .map((nameVariant) => nameVariant.map((word) => ({ anyOf: [word] })));
}

/** Returns the names that people show. */
async function selectNames(reader: Reader, keys: readonly number[]): Promise<Set<string>> {
  const list = { keys: encodeList([...keys]) };
  const records = await reader.prepared(recordsListed, list);
  const shown = new Set(records.flatMap(({ key, privacy }) => (isHidden(privacy, 'names') ? [] : [key])));
  const variants = await reader.prepared(namesListed, list);
  return new Set([...records, ...variants.filter(({ key }) => shown.has(key))].map(({ name }) => name));
}

const recordsListed = (reader: Reader) =>
  reader
    .select({ key: authors.key, name: authors.name, privacy: authors.privacy })
    .from(authors)
    .where(and(isInList(authors.key, 'keys'), visibleRecord()))
    .prepare();

const namesListed = (reader: Reader) =>
  reader
    .select({ key: authorNames.authorKey, name: authorNames.name })
    .from(authorNames)
    .where(isInList(authorNames.authorKey, 'keys'))
    .prepare();
