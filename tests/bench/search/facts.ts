import { readFileSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';

/** Names, titles and authorships of an imported database, from which larger corpora are generated. */
export interface Facts {
  authors: { name: string; works: number }[];
  /** `by`: indexes in `authors`. */
  works: { title: string; year: number; venue: string; by: number[] }[];
  /** Topics, venues and institutions; `names` has one name variant per line. */
  contexts: { kind: string; slug: string; name: string; names: string; works: number }[];
}

export function writeFacts(database: string, path: string): void {
  const from = new Database(database, { readonly: true });
  const authors = from.prepare('select key, name, works_count as works from authors where merged_into is null order by key').all() as {
    key: number;
    name: string;
    works: number;
  }[];
  const place = new Map(authors.map(({ key }, at) => [key, at]));
  const authorships = from.prepare('select work_key as work, author_key as author from authorships order by work_key, position').all() as {
    work: number;
    author: number;
  }[];
  const by = Map.groupBy(authorships, ({ work }) => work);
  const works = from
    .prepare(
      "select key, title, coalesce(year, 2000) as year, coalesce(venue, '') as venue from works where title is not null order by key",
    )
    .all() as { key: number; title: string; year: number; venue: string }[];
  const contexts = from
    .prepare(
      `select c.kind, c.slug, c.name, d.title as names, c.works_count as works from contexts c
       join search_documents d on d.kind = c.kind and d.subject_key = c.key where c.works_count > 0 order by c.key`,
    )
    .all();
  from.close();
  const facts = {
    authors: authors.map(({ name, works }) => ({ name, works })),
    works: works.map(({ key, ...work }) => ({ ...work, by: (by.get(key) ?? []).flatMap(({ author }) => place.get(author) ?? []) })),
    contexts,
  };
  writeFileSync(path, JSON.stringify(facts));
}

export const readFacts = (path: string): Facts => JSON.parse(readFileSync(path, 'utf8'));

/** Returns a seeded generator of numbers from 0 to 1 (Park and Miller). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
