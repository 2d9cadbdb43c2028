import { isHidden, type Privacy } from '#lib/catalog/statements/model/statement.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { PersonIds, PortableWork } from '../model/format.ts';
import { inPieces } from './refs.ts';

interface Way {
  author_key: number;
  source: string;
  record_id: string;
}

/** Ids that a source itself assigns. Without one, the key of the name is stored, which does not identify anybody. */
const ids = `select s.author_key, s.source, s.record_id from author_sources s where s.author_key in $many and s.record_id not like '~%'
  and not exists (select 1 from author_names n where n.author_key = s.author_key and n.name_key = s.record_id) order by s.source, s.record_id`;

const newest = `select w.author_key, w.work_key, w.position, w.name_as_written from authorships w
  where w.author_key in $many and w.state <> 'not_mine' order by w.author_key, w.sort_date desc, w.work_key desc`;

interface Signed {
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
  const shown = new Map(people.map((person) => [person.key, person]));
  return (key) => {
    const { orcids, people: given, works } = idsOf(key);
    const { name, privacy } = shown.get(key) ?? { name: '', privacy: null };
    const plain = !isHidden(privacy, 'names');
    return {
      orcids: isHidden(privacy, 'orcid') ? [] : orcids,
      people: plain ? given : [],
      works: plain ? works : works.map((work) => ({ ...work, as: name })),
    };
  };
}

/** Returns the identifiers of people: ORCID iDs, the sources' ids, and some of their works. */
export async function personIdsOf(reader: Reader, keys: readonly number[], maxWorks: number): Promise<(key: number) => PersonIds> {
  const found = new Map<number, PersonIds>(keys.map((key) => [key, { orcids: [], people: [], works: [] }]));
  for (const some of inPieces(keys)) {
    for (const { author_key, source, record_id } of await reader.query<Way>(ids, some)) {
      const person = found.get(author_key);
      if (source === 'orcid') person?.orcids.push(record_id);
      else person?.people.push({ source, id: record_id });
    }
    const byAuthor = Map.groupBy(await reader.query<Signed>(newest, some), ({ author_key }) => author_key);
    const limited = [...byAuthor.values()].flatMap((rows) => rows.slice(0, maxWorks));
    const workKeys = limited.map(({ work_key }) => work_key);
    const works = await portableWorks(reader, workKeys);
    for (const { author_key, work_key, position, name_as_written } of limited) {
      const work = works.get(work_key);
      if (work) found.get(author_key)?.works.push({ ...work, position, as: name_as_written });
    }
  }
  return (key) => found.get(key) ?? { orcids: [], people: [], works: [] };
}

/** Returns works by key, with all their identifiers and source ids. */
export async function portableWorks(reader: Reader, keys: readonly number[]): Promise<Map<number, PortableWork>> {
  const found = new Map<number, PortableWork>();
  for (const some of inPieces(keys)) {
    const rows = await reader.query<{ key: number; id: string; title: string | null }>(
      'select key, id, title from works where key in $many',
      some,
    );
    for (const { key, id, title } of rows) found.set(key, { id, title, identifiers: [], sources: [] });
    const named = await reader.query<{ work_key: number; scheme: string; value: string }>(
      'select work_key, scheme, value from work_identifiers where work_key in $many order by scheme, value',
      some,
    );
    for (const { work_key, scheme, value } of named) found.get(work_key)?.identifiers.push({ scheme, value });
    const described = await reader.query<{ work_key: number; source: string; record_id: string }>(
      'select work_key, source, record_id from work_sources where work_key in $many order by source, record_id',
      some,
    );
    for (const { work_key, source, record_id } of described) found.get(work_key)?.sources.push({ source, id: record_id });
  }
  return found;
}
