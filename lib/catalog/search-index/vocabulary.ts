import { and, eq, inArray } from 'drizzle-orm';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { searchVocabulary } from '#lib/platform/db/schema/search.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import { type DocumentKind, searchTokens } from '#lib/platform/text/tokenizer.ts';
import { deletionsOf, isCorrectable, isOneTypoApart } from './model/typos.ts';
import { hasToken } from './tables.ts';

/** Maximum number of similar words for a query word. */
const maxSimilarWords = 60;

interface DocumentText {
  title: string;
  body: string;
}

/** True for a kind whose names are matched with typos. Titles have too many words, and most typos in them are words themselves. */
export const hasVocabulary = (kind: DocumentKind): boolean => kind !== 'work';

const selectKnownWords = (tx: Writer) => {
  const { form, word } = searchVocabulary;
  return tx
    .select({ word })
    .from(searchVocabulary)
    .where(and(isInList(form, 'words'), eq(word, form)))
    .prepare();
};

const wordsOf = ({ title, body }: DocumentText): string[] => searchTokens(`${title} ${body}`).filter(isCorrectable);

/**
 * Adds new words of documents to the vocabulary, in the transaction that writes the documents. If a concurrent transaction deletes a word
 * while this one adds it, the word may be missing. It is then found only without typos, until a document with it is written again.
 */
export async function addVocabulary(tx: Writer, texts: readonly DocumentText[]): Promise<void> {
  const words = [...new Set(texts.flatMap(wordsOf))];
  if (words.length === 0) return;
  const rows = await tx.prepared(selectKnownWords, { words: encodeList(words) });
  const knownWords = new Set(rows.map(({ word }) => word));
  const newWords = words.filter((word) => !knownWords.has(word));
  const newRows = newWords.flatMap((word) => deletionsOf(word).map((form) => ({ form, word })));
  await tx.bulkInsert(searchVocabulary, newRows, { onConflict: 'ignore' });
}

/** Deletes words of removed or changed documents that no other document contains, so that nothing remains of a suppressed name. */
export async function removeVocabulary(tx: Writer, texts: readonly DocumentText[]): Promise<void> {
  const unusedWords: string[] = [];
  for (const word of new Set(texts.flatMap(wordsOf))) if (!(await hasToken(tx, word))) unusedWords.push(word);
  for (let start = 0; start < unusedWords.length; start += 100) {
    const batch = unusedWords.slice(start, start + 100);
    const forms = [...new Set(batch.flatMap(deletionsOf))];
    await tx.delete(searchVocabulary).where(and(inArray(searchVocabulary.form, forms), inArray(searchVocabulary.word, batch)));
  }
}

const selectWords = (reader: Reader) =>
  reader.selectDistinct({ word: searchVocabulary.word }).from(searchVocabulary).where(isInList(searchVocabulary.form, 'forms')).prepare();

/** Returns the words of names that are one typo away from each given word, without the word itself. */
export async function findTokenCorrections(reader: Reader, tokens: readonly string[]): Promise<Map<string, string[]>> {
  const forms = tokens.filter(isCorrectable).flatMap(deletionsOf);
  if (forms.length === 0) return new Map();
  const rows = await reader.prepared(selectWords, { forms: encodeList(forms) });
  return new Map(tokens.map((word) => [word, isCorrectable(word) ? similarWords(word, rows) : []]));
}

/** Sorts words with the same first letter first, because typos rarely affect it. */
function similarWords(word: string, rows: readonly { word: string }[]): string[] {
  const similar = rows.flatMap((row) => (isOneTypoApart(word, row.word) ? row.word : [])).sort();
  return [...similar.filter((each) => each[0] === word[0]), ...similar.filter((each) => each[0] !== word[0])].slice(0, maxSimilarWords);
}
