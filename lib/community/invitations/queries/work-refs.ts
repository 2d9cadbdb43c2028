import { slotsByDate, workKeysOf, worksByKey } from '#lib/catalog/works/queries/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import type { WorkRef } from '../model/invitation.ts';

const maxNames = 3;

/** True where every id is that of a work on this site. */
export const doWorksExist = async (reader: Reader, ids: readonly string[]): Promise<boolean> =>
  (await workKeysOf(reader, ids)).size === new Set(ids).size;

async function refs(reader: Reader, keys: number[]): Promise<WorkRef[]> {
  const views = await worksByKey(reader, keys, null);
  return views
    .filter(({ unseen }) => !unseen)
    .map(({ id, title, year, authors }) => ({
      id,
      title: title ? plainText(title) : 'A work without a title',
      year,
      by:
        authors.length > maxNames ? [...authors.slice(0, maxNames - 1).map(({ name }) => name), 'others'] : authors.map(({ name }) => name),
    }));
}

/** Works by their permanent ids, as everybody may see them; those that have gone are left out. */
export async function workRefs(reader: Reader, ids: readonly string[]): Promise<Map<string, WorkRef>> {
  const keys = await workKeysOf(reader, [...new Set(ids)]);
  return new Map((await refs(reader, [...keys.values()])).map((ref) => [ref.id, ref]));
}

/** The newest works of an author, to choose from. */
export async function newestWorks(reader: Reader, authorKey: number, limit: number): Promise<WorkRef[]> {
  const slots = await slotsByDate(reader, authorKey, null, limit);
  const keys = slots.map(({ workKey }) => workKey);
  return refs(reader, keys);
}
