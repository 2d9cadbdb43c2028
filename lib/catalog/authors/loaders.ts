import { connection } from 'next/server';
import { reader } from '#lib/platform/db/store.ts';
import { type AuthorRow, findRecordByUrl } from './queries/find.ts';

/** Creates a loader for a record by the slug in a URL. It returns the slug for a permanent redirect, or null if there is no such record. */
export const recordLoader =
  <Args extends unknown[], View>(load: (record: AuthorRow, ...args: Args) => Promise<View>) =>
  async (slug: string, ...args: Args): Promise<View | { redirect: string } | null> => {
    await connection();
    const record = await findRecordByUrl(reader(), slug);
    return record === null || 'redirect' in record ? record : load(record, ...args);
  };
