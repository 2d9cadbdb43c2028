import { connection } from 'next/server';
import { reader } from '../db/store.ts';
import type { SearchAsked } from './model/asked.ts';
import { searchView } from './results.ts';

/** What the page of a search shows. */
export async function loadSearch(asked: SearchAsked) {
  await connection();
  return searchView(reader(), asked);
}
