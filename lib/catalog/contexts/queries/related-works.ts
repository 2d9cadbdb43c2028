import { isShownInListsText } from '#lib/catalog/visibility/queries.ts';
import { viewsByKey } from '#lib/catalog/works/queries/works.ts';
import { keysOf } from '#lib/platform/db/rows.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type ComparedWork, type RelatedWork, rankRelated } from '../model/related-works.ts';

// Upper bounds on the works compared, whatever the size of the corpus.
const maxAuthors = 8;
const maxTopics = 4;
const maxWorksPerAuthor = 20;
const maxWorksPerTopic = 40;
const maxShown = 5;
const maxNamesPerWork = 3;

const shownAuthorsQuery = `select s.author_key as key from authorships s join authors p on p.key = s.author_key
  where s.work_key = ? and s.state <> 'not_mine' and p.merged_into is null and ${isShownInListsText('p')} order by coalesce(s.position, 9999), s.key limit ${maxAuthors}`;
const topicsOfWorkQuery = `select t.key from work_contexts c join contexts t on t.key = c.context_key
  where c.work_key = ? and t.kind = 'topic' order by t.works_count, t.key limit ${maxTopics}`;
const worksOfAuthorQuery = `select distinct work_key as key, sort_date from authorships where author_key = ? and state <> 'not_mine'
  order by sort_date desc, work_key desc limit ${maxWorksPerAuthor}`;
const worksOfTopicQuery = `select work_key as key from work_contexts where context_key = ? order by sort_date desc, work_key desc limit ${maxWorksPerTopic}`;

/** Returns the works that have most in common with a work, among the newest works of its first authors and smallest topics. */
export async function relatedWorks(reader: Reader, id: string): Promise<RelatedWork[]> {
  const selectKeys = async (query: string, key: number): Promise<number[]> =>
    (await reader.query<{ key: number }>(query, [], [key])).map((row) => row.key);
  const [subject] = await reader.query<{ key: number }>('select key from works where id = ?', [], [id]);
  if (!subject) return [];
  const [authors, topics] = await Promise.all([selectKeys(shownAuthorsQuery, subject.key), selectKeys(topicsOfWorkQuery, subject.key)]);
  const keyLists = await Promise.all([
    ...authors.map((key) => selectKeys(worksOfAuthorQuery, key)),
    ...topics.map((key) => selectKeys(worksOfTopicQuery, key)),
  ]);
  const compared = await selectComparedWorks(reader, [...new Set([subject.key, ...keyLists.flat()])], authors);
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

const titlesQuery = 'select key, title from works where key in $many';
/** SQLite joins the tables of a cross join in the written order; otherwise it would look up each work under every topic. */
const topicNamesQuery = `select c.work_key as work, t.name from work_contexts c cross join contexts t
  where t.key = c.context_key and c.work_key in $many and t.kind = 'topic' order by t.works_count, t.key`;

/** Returns the data to compare works by. Only the given authors are included. */
async function selectComparedWorks(reader: Reader, keys: readonly number[], authors: readonly number[]): Promise<ComparedWork[]> {
  const authorshipRows =
    authors.length === 0 ? [] : await reader.query<{ work: number; author: number }>(authorshipsQuery(authors), keys, [...authors]);
  const [workRows, topicRows] = await Promise.all([
    reader.query<{ key: number; title: string | null }>(titlesQuery, keys),
    reader.query<{ work: number; name: string }>(topicNamesQuery, keys),
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

const authorshipsQuery = (authors: readonly number[]): string => `select distinct work_key as work, author_key as author from authorships
  where work_key in $many and author_key in (${authors.map(() => '?').join(', ')}) and state <> 'not_mine'`;
