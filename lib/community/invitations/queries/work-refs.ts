import { untitledWork } from '#lib/catalog/sources/model.ts';
import { selectWorksByDate, workKeysOf, worksByKey } from '#lib/catalog/works/queries/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import type { WorkRef } from '../model/invitation.ts';

const maxNames = 3;

/** Returns whether every id is that of a work on this site. */
export const doWorksExist = async (reader: Reader, ids: readonly string[]): Promise<boolean> =>
  (await workKeysOf(reader, ids)).size === new Set(ids).size;

async function selectRefs(reader: Reader, keys: number[]): Promise<WorkRef[]> {
  const views = await worksByKey(reader, keys, null);
  return views
    .filter(({ unseen }) => !unseen)
    .map(({ id, title, language, year, authors }) => ({
      id,
      title: title ? plainText(title) : untitledWork,
      language,
      year,
      by:
        authors.length > maxNames ? [...authors.slice(0, maxNames - 1).map(({ name }) => name), 'others'] : authors.map(({ name }) => name),
    }));
}

/** Returns works by permanent id, as publicly visible; hidden and deleted works are omitted. */
export async function workRefs(reader: Reader, ids: readonly string[]): Promise<Map<string, WorkRef>> {
  const keys = await workKeysOf(reader, [...new Set(ids)]);
  return new Map((await selectRefs(reader, [...keys.values()])).map((ref) => [ref.id, ref]));
}

/** Returns the newest works of an author as choices. */
export async function newestWorks(reader: Reader, authorKey: number, limit: number): Promise<WorkRef[]> {
  const slots = await selectWorksByDate(reader, authorKey, null, limit);
  const keys = slots.map(({ workKey }) => workKey);
  return selectRefs(reader, keys);
}
