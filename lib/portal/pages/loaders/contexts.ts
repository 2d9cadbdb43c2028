import { connection } from 'next/server';
import { cache } from 'react';
import type { ContextKind, ContextView } from '#lib/catalog/contexts/model/context.ts';
import { contextLetters, contextList, findContext } from '#lib/catalog/contexts/queries/contexts.ts';
import { contextView } from '#lib/catalog/contexts/queries/page.ts';
import { reader } from '#lib/platform/db/store.ts';
import { letterLinksOf } from '../model/directory.ts';

/** Loads the page of a topic, venue or institution. Returns the slug for a permanent redirect, or null if it does not exist. */
export const loadContext = cache(
  async (
    kind: ContextKind,
    slug: string,
    people?: string,
    works?: string,
    year: number | null = null,
  ): Promise<ContextView | { redirect: string } | null> => {
    await connection();
    const row = await findContext(reader(), kind, slug);
    if (!row) return null;
    if (row.slug !== slug) return { redirect: row.slug };
    return contextView(reader(), row, { people, works, year });
  },
);

/** Loads topics, venues or institutions by name, from a cursor or a first letter, with the number per first letter. */
export async function loadContextList(kind: ContextKind, from: string | undefined) {
  await connection();
  return { ...(await contextList(reader(), kind, from?.slice(0, 300), 100)), letters: letterLinksOf(await contextLetters(reader(), kind)) };
}
