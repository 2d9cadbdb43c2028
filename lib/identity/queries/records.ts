import type { Reader } from '../../db/store.ts';

/** Every ORCID iD that a source gives some records. */
export async function orcidsOf(reader: Reader, keys: readonly number[]): Promise<string[]> {
  const text = "select record_id from author_sources where source = 'orcid' and author_key in $many";
  return (await reader.lookup<{ record_id: string }>(text, keys)).map(({ record_id }) => record_id);
}

/** The works that a record stands on, whatever is said of them: each once. */
export async function worksOn(reader: Reader, authorKey: number): Promise<{ key: number; id: string }[]> {
  const text = `select distinct w.key, w.id from authorships a join works w on w.key = a.work_key where a.author_key = ? order by w.key`;
  return reader.lookup<{ key: number; id: string }>(text, [], [authorKey]);
}
