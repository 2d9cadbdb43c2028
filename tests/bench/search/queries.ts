import { seededRandom } from './facts.ts';

/** Deterministic search queries: names in the supported forms, and words of titles. */
export interface Queries {
  names: string[];
  /** Each prefix of a query, as it is typed. */
  typed: string[];
  words: string[];
}

const sampled = <Item>(all: readonly Item[], many: number, among: number): Item[] =>
  Array.from({ length: many }, (_, at) => all[Math.floor((at * Math.min(all.length, among)) / many)] as Item);

/** Authors and works whose names and titles are queried. */
interface QuerySource {
  authors: readonly { name: string }[];
  works: readonly { title: string }[];
}

export function queriesFrom({ authors, works }: QuerySource, { many, among }: { many: number; among: number }): Queries {
  const random = seededRandom(2026);
  const names = sampled(authors, many, among).map(({ name }) => name);
  const first = (name: string): string => name.split(' ')[0] ?? name;
  const last = (name: string): string => name.split(' ').at(-1) ?? name;
  const withTypo = (name: string): string => {
    const at = 1 + Math.floor(random() * (name.length - 2));
    return name.slice(0, at) + name.slice(at + 1);
  };
  const variants = [(name: string) => name, last, first, withTypo, (name: string) => `${name[0]}. ${last(name)}`].concat((name) =>
    name.split(' ').reverse().join(' '),
  );
  const titles = sampled(works, many, among).map(({ title }) => title);
  const prefixes = (text: string): string[] => Array.from({ length: Math.min(text.length, 40) - 1 }, (_, at) => text.slice(0, at + 2));
  return {
    names: names.map((name, at) => variants[at % variants.length]?.(name) ?? name),
    typed: [...sampled(names, Math.ceil(many / 8), many), ...sampled(titles, Math.ceil(many / 12), many)].flatMap(prefixes),
    words: titles.map((title, at) => {
      const longWords = title.match(/\p{L}{5,}/gu) ?? [title];
      return Array.from({ length: 1 + (at % 3) }, () => longWords[Math.floor(random() * longWords.length)]).join(' ');
    }),
  };
}
