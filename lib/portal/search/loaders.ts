import { connection } from 'next/server';
import type { SearchQuery } from '#lib/catalog/search-index/model/search-query.ts';
import { reader } from '#lib/platform/db/store.ts';
import { searchView } from './queries/results.ts';

export async function loadSearch(requested: SearchQuery) {
  await connection();
  return searchView(reader(), requested);
}
