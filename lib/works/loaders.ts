import { connection } from 'next/server';
import { cache } from 'react';
import { reader } from '../db/store.ts';
import { workById } from './queries.ts';

/** One work by its public id, or null. */
export const loadWork = cache(async (id: string) => {
  await connection();
  return workById(reader(), id);
});
