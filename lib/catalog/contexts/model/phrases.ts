import { tokenize } from '#lib/platform/text/tokenizer.ts';
import { innerStopWords, publicationStopWords, stopWords } from './stop-words.ts';

const pluralLookingEnding =
  /(ss|us|is|as|os|series|species|news|(semant|linguist|pragmat|phonet|robot|polit|econom|phys|mathemat|statist|eth|genom|informat|analyt)ics)$/;

/** Returns the singular of a folded word by the regular English endings, so that "model" and "models" are equal. Not for display. */
export function toSingular(word: string): string {
  if (word.length <= 3 || !word.endsWith('s') || pluralLookingEnding.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  return /(x|ch|sh|ss)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

const americanWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ artefact: 'artifact', programme: 'program', judgement: 'judgment', grey: 'gray', defence: 'defense', licence: 'license' },
    ...{ offence: 'offense', ageing: 'aging', encyclopaedia: 'encyclopedia', centre: 'center', metre: 'meter', theatre: 'theater' },
  }),
);

/**
 * Returns one spelling of a folded English word, so that British and American ones are equal: dialogue and dialog, neighbour and neighbor,
 * summarise and summarize, analyse and analyze, modelling and modeling. Only for comparison: "promise" becomes "promize".
 */
export function toComparedWord(word: string): string {
  if (word.length < 4) return word;
  return (
    americanWords.get(word) ??
    word
      .replace(/^(.{3,})ogue$/, '$1og')
      .replace(/^(.{3,})our(s|ed|ing|hood|al)?$/, '$1or$2')
      .replace(/^(.{3,}[lrtdnmgc])is(e|ed|er|ing|able|ation|ational)$/, '$1iz$2')
      .replace(/^(.{2,}[lr])ys(e|ed|er|ing)$/, '$1yz$2')
      .replace(/^(.*[aeiouy].*[aeiou])ll(ing|ed|er)$/, '$1l$2')
  );
}

/** One word of a title. */
export interface TitleWord {
  /** The word, folded, in the singular and in one spelling. */
  word: string;
  written: string;
  /** The separator from the previous word: a space, or the joining character, as "-" before "shot" in "few-shot". */
  gap: ' ' | '-' | '’';
  /** True if no phrase may start or end with the word: a function word, a word of `publicationStopWords`, or a number. */
  edge: boolean;
}

const numberPattern = /^\p{N}+$/u;
const isEdge = (folded: string, word: string): boolean =>
  stopWords.has(folded) || publicationStopWords.has(word) || numberPattern.test(folded);

type FoldedWord = Pick<TitleWord, 'word' | 'edge'>;

/** Upper bound of the cache of folded words; titles repeat words often. */
const maxCachedWords = 50_000;
const foldedWords = new Map<string, FoldedWord>();

function foldWord(written: string): FoldedWord {
  const cached = foldedWords.get(written);
  if (cached) return cached;
  // A copy: a word that is cut out of a file would keep the text around it in memory.
  const copy = [...written].join('');
  const folded = tokenize(copy).join('');
  const word = toComparedWord(toSingular(folded));
  if (foldedWords.size >= maxCachedWords) foldedWords.clear();
  const foldedWord = { word, edge: isEdge(folded, word) };
  foldedWords.set(copy, foldedWord);
  return foldedWord;
}

const phraseSeparator = /[:;,.?!()[\]{}"“”«»|/\\–—]+|\s-+\s/;
const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;

/** Splits a title into runs of words at punctuation. */
export function wordRunsOf(title: string): TitleWord[][] {
  const runs: TitleWord[][] = [];
  for (const piece of title.split(phraseSeparator)) {
    const run: TitleWord[] = [];
    let end = 0;
    for (const { 0: written, index } of piece.matchAll(wordPattern)) {
      const { word, edge } = foldWord(written);
      if (word !== '') run.push({ word, written, gap: gapOf(piece.slice(end, index), end === 0), edge });
      end = index + written.length;
    }
    if (run.length > 0) runs.push(run);
  }
  return runs;
}

function gapOf(between: string, isFirst: boolean): TitleWord['gap'] {
  if (between === ' ') return ' ';
  if (/[-‐‑]\S*$/.test(between)) return '-';
  return isFirst || /\s/.test(between) ? ' ' : '’';
}

/** An occurrence of a phrase of two or three words in a title. */
interface PhraseOccurrence {
  key: string;
  tokens: readonly TitleWord[];
  /** True if no word that could extend the phrase precedes it (`opens`) or follows it (`closes`). */
  opens: boolean;
  closes: boolean;
}

const isJoined = (token: TitleWord | undefined): boolean => token !== undefined && token.gap !== ' ';
const isBoundaryWord = ({ edge, word }: TitleWord): boolean => !edge && word.length > 1;

/** True for a phrase that starts and ends with content words, has at most a linking word between them, and splits no hyphenated word. */
function isPhrase(run: readonly TitleWord[], at: number, length: number): boolean {
  const [first, last, after] = [run[at], run[at + length - 1], run[at + length]];
  if (!first || !last || !isBoundaryWord(first) || !isBoundaryWord(last) || isJoined(first) || isJoined(after)) return false;
  const middle = length === 3 ? run[at + 1] : undefined;
  return !middle?.edge || innerStopWords.has(middle.word);
}

/** Yields all phrases of a title that could be a topic. */
export function* phrasesOf(runs: readonly TitleWord[][]): Generator<PhraseOccurrence> {
  for (const run of runs) {
    for (let at = 0; at + 1 < run.length; at += 1) {
      for (let length = 2; length <= 3 && at + length <= run.length; length += 1) {
        if (!isPhrase(run, at, length)) continue;
        const tokens = run.slice(at, at + length);
        const [before, after] = [run[at - 1], run[at + length]];
        yield { key: phraseKeyOf(tokens), tokens, opens: !before || before.edge, closes: !after || after.edge };
      }
    }
  }
}

export const phraseKeyOf = (tokens: readonly TitleWord[]): string => tokens.map(({ word }) => word).join(' ');
