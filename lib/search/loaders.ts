import { connection } from 'next/server';
import { reader } from '../db/store.ts';
import type { SearchAsked } from './model/asked.ts';
import { searchView } from './results.ts';
import { suggestions } from './suggestions.ts';

/** What the page of a search shows. */
export async function loadSearch(asked: SearchAsked) {
  await connection();
  return searchView(reader(), asked);
}

/** What somebody may be about to type. */
export async function loadSuggestions(text: string) {
  await connection();
  return suggestions(reader(), text);
}
