import type { Writer } from '#lib/platform/db/store.ts';

/** A person whose page, at some source, lists a work. */
export interface Listed {
  authorKey: number;
  /** The name of the page. */
  name: string;
  source: string;
}

/** Who lists works on their pages, by work key. */
export async function listedOn(tx: Writer, workKeys: readonly number[]): Promise<Map<number, Listed[]>> {
  if (workKeys.length === 0) return new Map();
  const rows = await tx.query<{ work_key: number; author_key: number; name: string; source: string }>(
    `select l.work_key, l.author_key, coalesce(a.source_name, a.name) as name, l.source from listings l join authors a on a.key = l.author_key
     where l.work_key in $many and a.merged_into is null order by l.work_key, l.source, l.author_key`,
    workKeys,
  );
  const listed = rows.map(({ work_key, author_key, name, source }) => ({ work_key, authorKey: author_key, name, source }));
  return Map.groupBy(listed, ({ work_key }) => work_key);
}
