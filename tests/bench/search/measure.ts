import { findablePersonCondition, searchNames } from '#lib/catalog/search-index/names.ts';
import { selectRanked } from '#lib/catalog/search-index/tables.ts';
import { matchExpressionOf, searchWorks } from '#lib/catalog/search-index/works.ts';
import { dialect } from '#lib/platform/db/columns.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { documentNumbersOf, searchTokens, subjectKeyOf } from '#lib/platform/text/tokenizer.ts';
import { searchView } from '#lib/portal/search/queries/results.ts';
import { searchSuggestions } from '#lib/portal/search/queries/suggestions.ts';
import type { Queries } from './queries.ts';

/** Latencies in milliseconds. `p50` and `p99` use the best round of each query; `p99AllRounds` is the p99 over all rounds, noise included. */
export interface Figures {
  p50: number;
  p99: number;
  p99AllRounds: number;
  slowest: string;
}

const rounds = 3;

export function figuresOf(times: readonly (readonly [text: string, ms: readonly number[]])[]): Figures {
  const best = times.map(([text, all]) => ({ text, ms: Math.min(...all) })).sort((a, b) => a.ms - b.ms);
  const all = times.flatMap(([, each]) => each).sort((a, b) => a - b);
  const at = <Item>(list: readonly Item[], part: number): Item | undefined =>
    list[Math.min(list.length - 1, Math.floor(list.length * part))];
  return { p50: at(best, 0.5)?.ms ?? 0, p99: at(best, 0.99)?.ms ?? 0, p99AllRounds: at(all, 0.99) ?? 0, slowest: best.at(-1)?.text ?? '' };
}

async function timed(texts: readonly string[], ask: (text: string) => Promise<unknown>, times = rounds): Promise<Figures> {
  for (const text of texts.slice(0, 20)) await ask(text);
  const timesByText = new Map(texts.map((text): [string, number[]] => [text, []]));
  for (let round = 0; round < times; round += 1) {
    for (const [text, all] of timesByText) {
      const startedAt = performance.now();
      await ask(text);
      all.push(performance.now() - startedAt);
    }
  }
  return figuresOf([...timesByText]);
}

/** Baseline: ranks all matches by the engine's own ranking, and returns 20. `isPrefix` makes the last word a prefix. */
function plainSearch(reader: Reader, kind: 'author' | 'work', isPrefix: boolean): (text: string) => Promise<unknown> {
  const table = kind === 'author' ? 'search_people' : 'search_works';
  const { from, to } = documentNumbersOf(kind);
  return (text) => {
    const words = searchTokens(text);
    if (dialect === 'sqlite') {
      const match = words.map((word, at) => `"${word}"${isPrefix && at === words.length - 1 ? '*' : ''}`).join(' AND ');
      return reader.query(`select rowid from ${table} where ${table} match ? order by rank limit 20`, [], [match]);
    }
    const query = words.map((word, at) => `'${word}'${isPrefix && at === words.length - 1 ? ':*' : ''}`).join(' & ');
    return reader.query(
      `select number from search_documents, to_tsquery('simple', ?) query where terms @@ query and number between ? and ?
       order by ts_rank(terms, query) desc limit 20`,
      [],
      [query, from, to],
    );
  };
}

export interface Measured {
  names: Figures;
  suggestions: Figures;
  words: Figures;
  plainNames: Figures;
  plainSuggestions: Figures;
  plainWords: Figures;
  /** Share of word queries whose top ten equal the top ten of exact ranking, in the same order. */
  exactTops: number;
  /** All reads of a search page; only measured on the full Anthology. */
  page?: Figures;
  /** p99 of a fixed computation divided by its median: 1 on an idle machine. */
  noise: number;
}

const hasWords = (text: string): boolean => searchTokens(text).length > 0;

export async function measure(reader: Reader, { names, typed, words }: Queries, withPage: boolean): Promise<Measured> {
  const sample = (texts: readonly string[]): string[] => texts.filter((text, at) => at % 5 === 0 && hasWords(text));
  return {
    names: await timed(names, (text) => searchNames(reader, text, { kind: 'author', limit: 20, where: findablePersonCondition(text) })),
    suggestions: await timed(typed, (text) => searchSuggestions(reader, text)),
    words: await timed(words, (text) => searchWorks(reader, text, { limit: 20 })),
    plainNames: await timed(sample(names), plainSearch(reader, 'author', false)),
    plainSuggestions: await timed(sample(typed), plainSearch(reader, 'author', true), 2),
    plainWords: await timed(sample(words), plainSearch(reader, 'work', false), 2),
    exactTops: await exactTops(reader, words),
    ...(withPage && { page: await timed(names.slice(0, 300), (q) => searchView(reader, { q, kind: null, filters: {} })) }),
    noise: noise(),
  };
}

async function exactTops(reader: Reader, texts: readonly string[]): Promise<number> {
  let same = 0;
  for (const text of texts) {
    const match = await matchExpressionOf(reader, text);
    const all = match === null ? [] : await selectRanked(reader, match, { limit: 10 });
    const { keys } = await searchWorks(reader, text, { limit: 10 });
    // Works that match only other word forms follow the exact matches.
    if (keys.slice(0, all.length).join() === all.map(({ number }) => subjectKeyOf(number)).join()) same += 1;
  }
  return same / Math.max(1, texts.length);
}

function noise(): number {
  const times = Array.from({ length: 500 }, () => {
    const startedAt = performance.now();
    for (let at = 0, sum = 0; at < 200_000; at += 1) sum += Math.sqrt(at) + sum / 2;
    return performance.now() - startedAt;
  })
    .slice(100)
    .sort((a, b) => a - b);
  return (times[396] ?? 0) / (times[200] || 1);
}
