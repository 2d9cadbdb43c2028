import { isHidden, type Privacy } from '#lib/catalog/statements/model/statement.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { PersonIds, PortableWork } from '../model/format.ts';
import { chunksOf } from './refs.ts';

interface SourceId {
  author_key: number;
  source: string;
  record_id: string;
}

/** Ids that a source itself assigns. Without one, the key of the name is stored, which does not identify anybody. */
const sourceIdsByAuthor = `select s.author_key, s.source, s.record_id from author_sources s where s.author_key in $many and s.record_id not like '~%'
  and not exists (select 1 from author_names n where n.author_key = s.author_key and n.name_key = s.record_id) order by s.source, s.record_id`;

const newestAuthorships = `select w.author_key, w.work_key, w.position, w.name_as_written from authorships w
  where w.author_key in $many and w.state <> 'not_mine' order by w.author_key, w.sort_date desc, w.work_key desc`;

interface AuthorshipRow {
  author_key: number;
  work_key: number;
  position: number | null;
  name_as_written: string;
}

/**
 * Returns the identifiers of people that others may see. Excludes what an owner hides: the ORCID iD, and everything that contains a name
 * variant.
 */
export async function publicIdsOf(
  reader: Reader,
  people: readonly { key: number; name: string; privacy: Privacy | null }[],
  maxWorks: number,
): Promise<(key: number) => PersonIds> {
  const keys = people.map(({ key }) => key);
  const idsOf = await personIdsOf(reader, keys, maxWorks);
  const personOf = new Map(people.map((person) => [person.key, person]));
  return (key) => {
    const { orcids, people: sourceIds, works } = idsOf(key);
    const { name, privacy } = personOf.get(key) ?? { name: '', privacy: null };
    const showsNames = !isHidden(privacy, 'names');
    return {
      orcids: isHidden(privacy, 'orcid') ? [] : orcids,
      people: showsNames ? sourceIds : [],
      works: showsNames ? works : works.map((work) => ({ ...work, as: name })),
    };
  };
}

/** Returns the identifiers of people: ORCID iDs, the sources' ids, and some of their works. */
export async function personIdsOf(reader: Reader, keys: readonly number[], maxWorks: number): Promise<(key: number) => PersonIds> {
  const idsByAuthor = new Map<number, PersonIds>(keys.map((key) => [key, { orcids: [], people: [], works: [] }]));
  for (const batch of chunksOf(keys)) {
    for (const { author_key, source, record_id } of await reader.query<SourceId>(sourceIdsByAuthor, batch)) {
      const person = idsByAuthor.get(author_key);
      if (source === 'orcid') person?.orcids.push(record_id);
      else person?.people.push({ source, id: record_id });
    }
    const byAuthor = Map.groupBy(await reader.query<AuthorshipRow>(newestAuthorships, batch), ({ author_key }) => author_key);
    const limited = [...byAuthor.values()].flatMap((rows) => rows.slice(0, maxWorks));
    const workKeys = limited.map(({ work_key }) => work_key);
    const works = await portableWorks(reader, workKeys);
    for (const { author_key, work_key, position, name_as_written } of limited) {
      const work = works.get(work_key);
      if (work) idsByAuthor.get(author_key)?.works.push({ ...work, position, as: name_as_written });
    }
  }
  return (key) => idsByAuthor.get(key) ?? { orcids: [], people: [], works: [] };
}

/** Returns works by key, with all their identifiers and source ids. */
export async function portableWorks(reader: Reader, keys: readonly number[]): Promise<Map<number, PortableWork>> {
  const worksByKey = new Map<number, PortableWork>();
  for (const batch of chunksOf(keys)) {
    const rows = await reader.query<{ key: number; id: string; title: string | null }>(
      'select key, id, title from works where key in $many',
      batch,
    );
    for (const { key, id, title } of rows) worksByKey.set(key, { id, title, identifiers: [], sources: [] });
    const identifierRows = await reader.query<{ work_key: number; scheme: string; value: string }>(
      'select work_key, scheme, value from work_identifiers where work_key in $many order by scheme, value',
      batch,
    );
    for (const { work_key, scheme, value } of identifierRows) worksByKey.get(work_key)?.identifiers.push({ scheme, value });
    const sourceRows = await reader.query<{ work_key: number; source: string; record_id: string }>(
      'select work_key, source, record_id from work_sources where work_key in $many order by source, record_id',
      batch,
    );
    for (const { work_key, source, record_id } of sourceRows) worksByKey.get(work_key)?.sources.push({ source, id: record_id });
  }
  return worksByKey;
}
