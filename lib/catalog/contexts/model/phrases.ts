import { tokenize } from '#lib/platform/text/tokenizer.ts';
import { innerStopWords, publicationStopWords, stopWords } from './stop-words.ts';

const keptEnding =
  /(ss|us|is|as|os|series|species|news|(semant|linguist|pragmat|phonet|robot|polit|econom|phys|mathemat|statist|eth|genom|informat|analyt)ics)$/;

/** A folded word in the singular, by the regular English endings: enough for "model" and "models" to be one. Not for display. */
export function singular(word: string): string {
  if (word.length <= 3 || !word.endsWith('s') || keptEnding.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  return /(x|ch|sh|ss)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

/** One word of a title. */
export interface Token {
  /** Folded, in the singular. */
  word: string;
  written: string;
  /** What parts it from the word before: a space, or the sign that joins them, as "shot" in "few-shot". */
  gap: ' ' | '-' | '’';
  /** No phrase reaches across it or ends in it: a word of grammar, of papers about themselves, or a number. */
  edge: boolean;
}

const numeral = /^\p{N}+$/u;
const isEdge = (folded: string, word: string): boolean => stopWords.has(folded) || publicationStopWords.has(word) || numeral.test(folded);

type Folded = Pick<Token, 'word' | 'edge'>;

/** Titles use the same words again and again: each is folded once while it is kept. */
const maxKept = 20_000;
const kept = new Map<string, Folded>();

function known(written: string): Folded {
  const before = kept.get(written);
  if (before) return before;
  const folded = tokenize(written).join('');
  const word = singular(folded);
  if (kept.size >= maxKept) kept.clear();
  const found = { word, edge: isEdge(folded, word) };
  kept.set(written, found);
  return found;
}

const parting = /[:;,.?!()[\]{}"“”«»|/\\–—]+|\s-+\s/;
const hyphenated = /[-‐‑]/;

/** The words of a title, in runs that no punctuation parts. */
export function runsOf(title: string): Token[][] {
  const runs: Token[][] = [];
  for (const piece of title.split(parting)) {
    const run: Token[] = [];
    for (const spaced of piece.split(/\s+/)) {
      for (const [at, part] of spaced.split(hyphenated).entries()) {
        for (const [within, written] of (part.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).entries()) {
          const { word, edge } = known(written);
          if (word !== '') run.push({ word, written, gap: within > 0 ? '’' : at > 0 ? '-' : ' ', edge });
        }
      }
    }
    if (run.length > 0) runs.push(run);
  }
  return runs;
}

/** A phrase of two or three words at one place of a title. */
interface Place {
  key: string;
  tokens: readonly Token[];
  /** Nothing that could belong to the phrase is before it, or after it. */
  opens: boolean;
  closes: boolean;
}

const isJoined = (token: Token | undefined): boolean => token !== undefined && token.gap !== ' ';
const mayEnd = ({ edge, word }: Token): boolean => !edge && word.length > 1;

/** A phrase begins and ends with telling words, holds at most a linking word between them, and cuts no hyphenated word in two. */
function isPhrase(run: readonly Token[], at: number, length: number): boolean {
  const [first, last, after] = [run[at], run[at + length - 1], run[at + length]];
  if (!first || !last || !mayEnd(first) || !mayEnd(last) || isJoined(first) || isJoined(after)) return false;
  const middle = length === 3 ? run[at + 1] : undefined;
  return !middle?.edge || innerStopWords.has(middle.word);
}

/** Every phrase of a title that could be a topic. */
export function* phrasesOf(runs: readonly Token[][]): Generator<Place> {
  for (const run of runs) {
    for (let at = 0; at + 1 < run.length; at += 1) {
      for (let length = 2; length <= 3 && at + length <= run.length; length += 1) {
        if (!isPhrase(run, at, length)) continue;
        const tokens = run.slice(at, at + length);
        const [before, after] = [run[at - 1], run[at + length]];
        yield { key: keyOf(tokens), tokens, opens: !before || before.edge, closes: !after || after.edge };
      }
    }
  }
}

export const keyOf = (tokens: readonly Token[]): string => tokens.map(({ word }) => word).join(' ');
