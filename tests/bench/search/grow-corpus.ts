import type { ContextKind } from '#lib/catalog/contexts/model/context.ts';
import { indexDocuments, type SearchDocument } from '#lib/catalog/search-index/documents.ts';
import { mergeSearchIndexes } from '#lib/catalog/search-index/merge.ts';
import type { Store } from '#lib/platform/db/store.ts';
import { fold, tokenize } from '#lib/platform/text/tokenizer.ts';
import type { Facts } from './facts.ts';

const batchSize = 1000;
const at = new Date(Date.UTC(2026, 0, 1));

/**
 * Fills an empty database with `works` works through the product's own indexing. The first copy has the facts unchanged. Later copies
 * combine the given name of one person with the family name of another, and the first half of one title with the second half of
 * another. The frequencies of words and names stay the same. There are no abstracts.
 */
export async function growCorpus(store: Store, facts: Facts, works: number): Promise<{ people: number }> {
  await store.migrate();
  const { authors } = facts;
  const selected = facts.works.slice(0, works);
  const knownAuthors = works < facts.works.length ? new Set(selected.flatMap(({ by }) => by)) : undefined;
  let people = 0;
  const copies = Math.ceil(works / facts.works.length);
  for (let copy = 0; copy < copies; copy += 1) {
    // The last copy is partial, in works and people.
    const part = Math.min(1, works / facts.works.length - copy);
    const many = knownAuthors ? authors.length : Math.round(authors.length * part);
    for (let start = 0; start < many; start += batchSize) {
      const places = Array.from({ length: Math.min(batchSize, many - start) }, (_, place) => start + place);
      people += await writePeople(store, facts, copy, knownAuthors ? places.filter((place) => knownAuthors.has(place)) : places);
    }
    const left = Math.min(selected.length, works - copy * facts.works.length);
    for (let start = 0; start < left; start += batchSize) await writeWorks(store, facts, copy, start, Math.min(left, start + batchSize));
  }
  await writeContexts(store, facts);
  await mergeSearchIndexes(store);
  return { people };
}

const given = (name: string): string => name.slice(0, name.lastIndexOf(' ') + 1);
const family = (name: string): string => name.slice(name.lastIndexOf(' ') + 1);

function nameOf({ authors }: Facts, copy: number, place: number): string {
  const of = (other: number): string => authors[other % authors.length]?.name ?? '';
  if (copy === 0) return of(place);
  return given(of(place * 7919 + copy * 104_729)) + family(of(place + copy * 15_485_863));
}

function titleOf({ works }: Facts, copy: number, place: number): string {
  const wordsOf = (other: number): string[] => (works[other % works.length]?.title ?? '').split(' ');
  if (copy === 0) return wordsOf(place).join(' ');
  const [one, other] = [wordsOf(place), wordsOf(place * 7919 + copy * 104_729)];
  return [...one.slice(0, Math.ceil(one.length / 2)), ...other.slice(Math.ceil(other.length / 2))].join(' ');
}

function writePeople(store: Store, facts: Facts, copy: number, places: number[]): Promise<number> {
  const people = places.map((place) => {
    const key = copy * facts.authors.length + place + 1;
    return { key, name: nameOf(facts, copy, place), works: facts.authors[place]?.works ?? 1 };
  });
  return store.transact(async (tx) => {
    await tx.insertRows({
      table: 'authors',
      columns: ['key', 'id', 'slug', 'name', 'sort_name', 'works_count', 'created_at', 'updated_at'],
      rows: people.map(({ key, name, works }) => [key, `a${key}`, `a-${key}`, name, fold(name), works, at, at]),
    });
    await indexDocuments(
      tx,
      people.map(({ key, name, works }): SearchDocument => ({ kind: 'author', subjectKey: key, importance: works, title: name, body: '' })),
    );
    return people.length;
  });
}

function writeWorks(store: Store, facts: Facts, copy: number, from: number, to: number): Promise<void> {
  const selected = facts.works.slice(from, to).map(({ year, venue, by }, place) => ({
    key: copy * facts.works.length + from + place + 1,
    title: titleOf(facts, copy, from + place),
    year,
    body: `${by.map((each) => nameOf(facts, copy, each)).join(', ')}\n${venue}`,
  }));
  return store.transact(async (tx) => {
    await tx.insertRows({
      table: 'works',
      columns: ['key', 'id', 'title', 'type', 'year', 'created_at', 'updated_at'],
      rows: selected.map(({ key, title, year }) => [key, `w${key}`, title, 'paper', year, at, at]),
    });
    await tx.insertRows({
      table: 'work_titles',
      columns: ['work_key', 'title_key'],
      rows: selected.map(({ key, title }) => [key, tokenize(title).join(' ')]),
    });
    await indexDocuments(
      tx,
      selected.map(({ key, title, year, body }): SearchDocument => ({ kind: 'work', subjectKey: key, importance: year, title, body })),
    );
  });
}

function writeContexts(store: Store, { contexts }: Facts): Promise<void> {
  return store.transact(async (tx) => {
    await tx.insertRows({
      table: 'contexts',
      columns: ['key', 'id', 'kind', 'slug', 'name_key', 'name', 'sort_name', 'works_count', 'created_at', 'updated_at'],
      rows: contexts.map(({ kind, slug, name, works }, place) => [
        place + 1,
        `c${place}`,
        kind,
        slug,
        slug,
        name,
        fold(name),
        works,
        at,
        at,
      ]),
    });
    const documents = contexts.map(({ kind, names, works }, place): SearchDocument => {
      return { kind: kind as ContextKind, subjectKey: place + 1, importance: works, title: names, body: '' };
    });
    await indexDocuments(tx, documents);
  });
}
