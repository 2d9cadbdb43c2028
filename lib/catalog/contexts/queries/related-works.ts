import { and, asc, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import { isShownInLists } from '#lib/catalog/visibility/queries.ts';
import { viewsByKey } from '#lib/catalog/works/queries/works.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { columnsOf, keysOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { contexts, workContexts } from '#lib/platform/db/schema/contexts.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type ComparedWork, type RelatedWork, rankRelated } from '../model/related-works.ts';

// Upper bounds on the works compared, whatever the size of the corpus.
const maxAuthors = 8;
const maxTopics = 4;
const maxWorksPerAuthor = 20;
const maxWorksPerTopic = 40;
const maxShown = 5;
const maxNamesPerWork = 3;

const ofKey = sql.placeholder('key');
const isOn = ne(authorships.state, 'not_mine');

const selectSubject = (reader: Reader) =>
  reader
    .select({ key: works.key })
    .from(works)
    .where(eq(works.id, sql.placeholder('id')))
    .prepare();

const selectShownAuthors = (reader: Reader) =>
  reader
    .select({ key: authorships.authorKey })
    .from(authorships)
    .innerJoin(authors, eq(authors.key, authorships.authorKey))
    .where(and(eq(authorships.workKey, ofKey), isOn, isNull(authors.mergedInto), isShownInLists()))
    .orderBy(sql`coalesce(${authorships.position}, 9999)`, asc(authorships.key))
    .limit(maxAuthors)
    .prepare();

const selectTopics = (reader: Reader) =>
  reader
    .select({ key: contexts.key })
    .from(workContexts)
    .innerJoin(contexts, eq(contexts.key, workContexts.contextKey))
    .where(and(eq(workContexts.workKey, ofKey), eq(contexts.kind, 'topic')))
    .orderBy(asc(contexts.worksCount), asc(contexts.key))
    .limit(maxTopics)
    .prepare();

const selectWorksOfAuthor = (reader: Reader) =>
  reader
    .selectDistinct({ key: authorships.workKey, sortDate: authorships.sortDate })
    .from(authorships)
    .where(and(eq(authorships.authorKey, ofKey), isOn))
    .orderBy(desc(authorships.sortDate), desc(authorships.workKey))
    .limit(maxWorksPerAuthor)
    .prepare();

const selectWorksOfTopic = (reader: Reader) =>
  reader
    .select({ key: workContexts.workKey })
    .from(workContexts)
    .where(eq(workContexts.contextKey, ofKey))
    .orderBy(desc(workContexts.sortDate), desc(workContexts.workKey))
    .limit(maxWorksPerTopic)
    .prepare();

/** Returns the works that have most in common with a work, among the newest works of its first authors and smallest topics. */
export async function relatedWorks(reader: Reader, id: string): Promise<RelatedWork[]> {
  const [subject] = await reader.prepared(selectSubject, { id });
  if (!subject) return [];
  const [shownAuthors, topics] = await Promise.all([reader.prepared(selectShownAuthors, subject), reader.prepared(selectTopics, subject)]);
  const others = await Promise.all([
    ...shownAuthors.map(({ key }) => reader.prepared(selectWorksOfAuthor, { key })),
    ...topics.map(({ key }) => reader.prepared(selectWorksOfTopic, { key })),
  ]);
  const compared = await selectComparedWorks(reader, [...new Set([subject.key, ...keysOf(others.flat())])], keysOf(shownAuthors));
  const work = compared.find(({ key }) => key === subject.key);
  const ranked = work ? rankRelated(work, compared, maxShown * 2) : [];
  const views = await viewsByKey(reader, keysOf(ranked), null, maxNamesPerWork);
  return ranked
    .flatMap(({ key, common }) => {
      const view = views.get(key);
      return view && !view.unseen ? [{ work: view, common }] : [];
    })
    .slice(0, maxShown);
}

const selectTitles = (reader: Reader) =>
  reader
    .select(columnsOf(works, 'key', 'title'))
    .from(works)
    .where(isInList(works.key, 'keys'))
    .prepare();

/** SQLite joins the tables of a cross join in the written order; otherwise it would look up each work under every topic. */
const selectTopicNames = (reader: Reader) =>
  reader
    .select({ work: workContexts.workKey, name: contexts.name })
    .from(workContexts)
    .crossJoin(contexts)
    .where(and(eq(contexts.key, workContexts.contextKey), isInList(workContexts.workKey, 'keys'), eq(contexts.kind, 'topic')))
    .orderBy(asc(contexts.worksCount), asc(contexts.key))
    .prepare();

const selectAuthorships = (reader: Reader) =>
  reader
    .selectDistinct({ work: authorships.workKey, author: authorships.authorKey })
    .from(authorships)
    .where(and(isInList(authorships.workKey, 'keys'), isInList(authorships.authorKey, 'authors'), isOn))
    .prepare();

/** Returns the data to compare works by. Only the given authors are included. */
async function selectComparedWorks(reader: Reader, workKeys: readonly number[], authorKeys: readonly number[]): Promise<ComparedWork[]> {
  const keys = encodeList(workKeys);
  const [workRows, topicRows, authorshipRows] = await Promise.all([
    reader.prepared(selectTitles, { keys }),
    reader.prepared(selectTopicNames, { keys }),
    authorKeys.length === 0 ? [] : reader.prepared(selectAuthorships, { keys, authors: encodeList(authorKeys) }),
  ]);
  const authorsByWork = Map.groupBy(authorshipRows, ({ work }) => work);
  const topicsByWork = Map.groupBy(topicRows, ({ work }) => work);
  return workRows.map(({ key, title }) => ({
    key,
    title,
    authors: (authorsByWork.get(key) ?? []).map(({ author }) => author),
    topics: (topicsByWork.get(key) ?? []).map(({ name }) => name),
  }));
}
