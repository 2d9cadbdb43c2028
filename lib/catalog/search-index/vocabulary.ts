import { and, inArray } from 'drizzle-orm';
import { searchVocabulary } from '#lib/platform/db/schema/search.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import { type DocumentKind, searchTokens } from '#lib/platform/text/tokenizer.ts';
import { deletionsOf, isOneTypoApart, maySlip } from './model/typos.ts';
import { hasToken } from './tables.ts';

/** Maximum number of similar words for a query word. */
const maxMeant = 60;

interface Text {
  title: string;
  body: string;
}

/** True for a kind whose names are matched with typos. Titles have too many words, and most typos in them are words themselves. */
export const hasVocabulary = (kind: DocumentKind): boolean => kind !== 'work';

const wordsOf = ({ title, body }: Text): string[] => searchTokens(`${title} ${body}`).filter(maySlip);

/**
 * Adds new words of documents to the vocabulary, in the transaction that writes the documents. If a concurrent transaction deletes a word
 * while this one adds it, the word may be missing. It is then found only without typos, until a document with it is written again.
 */
export async function addVocabulary(tx: Writer, texts: readonly Text[]): Promise<void> {
  const all = [...new Set(texts.flatMap(wordsOf))];
  if (all.length === 0) return;
  const known = await tx.query<{ word: string }>('select word from search_vocabulary where form in $many and word = form', all);
  const old = new Set(known.map(({ word }) => word));
  await tx.bulkInsert({
    table: 'search_vocabulary',
    columns: ['form', 'word'],
    rows: all.filter((word) => !old.has(word)).flatMap((word) => deletionsOf(word).map((form) => [form, word])),
    onConflict: 'on conflict do nothing',
  });
}

/** Deletes words of removed or changed documents that no other document contains, so that nothing remains of a suppressed name. */
export async function removeVocabulary(tx: Writer, texts: readonly Text[]): Promise<void> {
  const gone: string[] = [];
  for (const word of new Set(texts.flatMap(wordsOf))) if (!(await hasToken(tx, word))) gone.push(word);
  for (let start = 0; start < gone.length; start += 100) {
    const some = gone.slice(start, start + 100);
    const forms = [...new Set(some.flatMap(deletionsOf))];
    await tx.delete(searchVocabulary).where(and(inArray(searchVocabulary.form, forms), inArray(searchVocabulary.word, some)));
  }
}

/** Returns the words of names that are one typo away from each given word, without the word itself. */
export async function correctedTokens(reader: Reader, tokens: readonly string[]): Promise<Map<string, string[]>> {
  const forms = tokens.filter(maySlip).flatMap(deletionsOf);
  if (forms.length === 0) return new Map();
  const rows = await reader.query<{ word: string }>('select distinct word from search_vocabulary where form in $many', forms);
  return new Map(tokens.map((word) => [word, maySlip(word) ? near(word, rows) : []]));
}

/** Sorts words with the same first letter first, because typos rarely affect it. */
function near(word: string, rows: readonly { word: string }[]): string[] {
  const found = rows.flatMap((row) => (isOneTypoApart(word, row.word) ? row.word : [])).sort();
  return [...found.filter((each) => each[0] === word[0]), ...found.filter((each) => each[0] !== word[0])].slice(0, maxMeant);
}
