import { and, desc, eq, ne, notExists, notLike } from 'drizzle-orm';
import { isHidden, type Privacy } from '#lib/catalog/statements/model/statement.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authorNames, authorSources } from '#lib/platform/db/schema/authors.ts';
import { authorships, workIdentifiers, workSources, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { PersonIds, PortableWork } from '../model/format.ts';
import { chunksOf } from './refs.ts';

/** Ids that a source itself assigns. Without one, the key of the name is stored, which does not identify anybody. */
const selectSourceIds = (reader: Reader) => {
  const { authorKey, source, recordId } = authorSources;
  const isNameKey = and(eq(authorNames.authorKey, authorKey), eq(authorNames.nameKey, recordId));
  const isAssigned = and(
    notLike(recordId, '~%'),
    notExists(reader.select({ key: authorNames.authorKey }).from(authorNames).where(isNameKey)),
  );
  return reader
    .select({ authorKey, source, recordId })
    .from(authorSources)
    .where(and(isInList(authorKey, 'keys'), isAssigned))
    .orderBy(source, recordId)
    .prepare();
};

const selectNewestAuthorships = (reader: Reader) => {
  const { authorKey, state, sortDate, workKey } = authorships;
  return reader
    .select(columnsOf(authorships, 'authorKey', 'workKey', 'position', 'nameAsWritten'))
    .from(authorships)
    .where(and(isInList(authorKey, 'keys'), ne(state, 'not_mine')))
    .orderBy(authorKey, desc(sortDate), desc(workKey))
    .prepare();
};

const selectWorks = (reader: Reader) =>
  reader
    .select(columnsOf(works, 'key', 'id', 'title'))
    .from(works)
    .where(isInList(works.key, 'keys'))
    .prepare();

const selectIdentifiers = (reader: Reader) => {
  const { workKey, scheme, value } = workIdentifiers;
  return reader.select({ workKey, scheme, value }).from(workIdentifiers).where(isInList(workKey, 'keys')).orderBy(scheme, value).prepare();
};

const selectWorkSources = (reader: Reader) => {
  const { workKey, source, recordId } = workSources;
  return reader
    .select({ workKey, source, recordId })
    .from(workSources)
    .where(isInList(workKey, 'keys'))
    .orderBy(source, recordId)
    .prepare();
};

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
export async function personIdsOf(reader: Reader, people: readonly number[], maxWorks: number): Promise<(key: number) => PersonIds> {
  const idsByAuthor = new Map<number, PersonIds>(people.map((key) => [key, { orcids: [], people: [], works: [] }]));
  for (const batch of chunksOf(people)) {
    const keys = encodeList(batch);
    for (const { authorKey, source, recordId } of await reader.prepared(selectSourceIds, { keys })) {
      const person = idsByAuthor.get(authorKey);
      if (source === 'orcid') person?.orcids.push(recordId);
      else person?.people.push({ source, id: recordId });
    }
    const byAuthor = Map.groupBy(await reader.prepared(selectNewestAuthorships, { keys }), ({ authorKey }) => authorKey);
    const limited = [...byAuthor.values()].flatMap((rows) => rows.slice(0, maxWorks));
    const workRefs = await portableWorks(
      reader,
      limited.map(({ workKey }) => workKey),
    );
    for (const { authorKey, workKey, position, nameAsWritten } of limited) {
      const work = workRefs.get(workKey);
      if (work) idsByAuthor.get(authorKey)?.works.push({ ...work, position, as: nameAsWritten });
    }
  }
  return (key) => idsByAuthor.get(key) ?? { orcids: [], people: [], works: [] };
}

/** Returns works by key, with all their identifiers and source ids. */
export async function portableWorks(reader: Reader, workKeys: readonly number[]): Promise<Map<number, PortableWork>> {
  const worksByKey = new Map<number, PortableWork>();
  for (const batch of chunksOf(workKeys)) {
    const keys = encodeList(batch);
    for (const { key, id, title } of await reader.prepared(selectWorks, { keys }))
      worksByKey.set(key, { id, title, identifiers: [], sources: [] });
    for (const { workKey, scheme, value } of await reader.prepared(selectIdentifiers, { keys }))
      worksByKey.get(workKey)?.identifiers.push({ scheme, value });
    for (const { workKey, source, recordId } of await reader.prepared(selectWorkSources, { keys }))
      worksByKey.get(workKey)?.sources.push({ source, id: recordId });
  }
  return worksByKey;
}
