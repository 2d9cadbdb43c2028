import { untitledWork } from '#lib/catalog/sources/model.ts';
import { storedJson } from '#lib/platform/db/rows.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { plainText, type RichText } from '#lib/platform/text/rich-text.ts';
import type { PinChoice } from '../model/statement.ts';

interface OwnWorkRow {
  key: number;
  id: string;
  title: string | null;
  title_tree: unknown;
  language: string | null;
  year: number | null;
}

interface OwnWork extends PinChoice {
  key: number;
  language: string | null;
}

const fromOwnWorksText = `from authorships a join works w on w.key = a.work_key where a.author_key = ? and a.state <> 'not_mine'`;

const titleOf = ({ title, title_tree: stored }: OwnWorkRow): string => {
  const tree = storedJson<RichText | null>(stored);
  return tree ? plainText(tree) : (title ?? untitledWork);
};

const toOwnWork = (row: OwnWorkRow): OwnWork => ({
  ...{ key: row.key, id: row.id, title: titleOf(row) },
  ...{ language: row.language, year: row.year },
});

/** Returns the works with the given ids that are currently on a record. */
export async function ownWorks(reader: Reader, authorKey: number, ids: readonly string[]): Promise<OwnWork[]> {
  if (ids.length === 0) return [];
  const query = `select distinct w.key, w.id, w.title, cast(w.title_tree as text) as title_tree, w.language, w.year ${fromOwnWorksText} and w.id in $many`;
  return (await reader.query<OwnWorkRow>(query, [...new Set(ids)], [authorKey])).map(toOwnWork);
}

export async function newestWorks(reader: Reader, authorKey: number, limit: number): Promise<OwnWork[]> {
  const query = `select distinct w.key, w.id, w.title, cast(w.title_tree as text) as title_tree, w.language, w.year, a.sort_date ${fromOwnWorksText}
    order by a.sort_date desc, w.key desc limit ${limit}`;
  return (await reader.query<OwnWorkRow>(query, [], [authorKey])).map(toOwnWork);
}
