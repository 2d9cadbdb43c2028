import { isShownInListsText } from '#lib/catalog/visibility/queries.ts';
import { viewsByKey } from '#lib/catalog/works/queries/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type ComparedWork, type RelatedWork, rankRelated } from '../model/related-works.ts';

// Upper bounds on the works compared, whatever the size of the corpus.
const maxAuthors = 8;
const maxTopics = 4;
const newestOfAuthor = 20;
const newestOfTopic = 40;
const maxShown = 5;
const maxNames = 3;

const shownAuthors = `select s.author_key as key from authorships s join authors p on p.key = s.author_key
  where s.work_key = ? and s.state <> 'not_mine' and p.merged_into is null and ${isShownInListsText('p')} order by s.position limit ${maxAuthors}`;
const topicsOfWork = `select t.key from work_contexts c join contexts t on t.key = c.context_key
  where c.work_key = ? and t.kind = 'topic' order by t.works_count, t.key limit ${maxTopics}`;
const ofAuthor = `select distinct work_key as key, sort_date from authorships where author_key = ? and state <> 'not_mine'
  order by sort_date desc, work_key desc limit ${newestOfAuthor}`;
const ofTopic = `select work_key as key from work_contexts where context_key = ? order by sort_date desc, work_key desc limit ${newestOfTopic}`;

/** Returns the works that have most in common with a work, among the newest works of its first authors and smallest topics. */
export async function relatedWorks(reader: Reader, id: string): Promise<RelatedWork[]> {
  const keysBy = async (text: string, key: number): Promise<number[]> =>
    (await reader.query<{ key: number }>(text, [], [key])).map((row) => row.key);
  const [found] = await reader.query<{ key: number }>('select key from works where id = ?', [], [id]);
  if (!found) return [];
  const [authors, topics] = await Promise.all([keysBy(shownAuthors, found.key), keysBy(topicsOfWork, found.key)]);
  const lists = await Promise.all([...authors.map((key) => keysBy(ofAuthor, key)), ...topics.map((key) => keysBy(ofTopic, key))]);
  const compared = await comparedWorks(reader, [...new Set([found.key, ...lists.flat()])], authors);
  const work = compared.find(({ key }) => key === found.key);
  const ranked = work ? rankRelated(work, compared, maxShown * 2) : [];
  const views = await viewsByKey(
    reader,
    ranked.map(({ key }) => key),
    null,
    maxNames,
  );
  return ranked
    .flatMap(({ key, common }) => {
      const view = views.get(key);
      return view && !view.unseen ? [{ work: view, common }] : [];
    })
    .slice(0, maxShown);
}

const titles = 'select key, title from works where key in $many';
/** SQLite joins the tables of a cross join in the written order; otherwise it would look up each work under every topic. */
const topicNames = `select c.work_key as work, t.name from work_contexts c cross join contexts t
  where t.key = c.context_key and c.work_key in $many and t.kind = 'topic'`;

/** Returns the data to compare works by. Only the given authors are included. */
async function comparedWorks(reader: Reader, keys: readonly number[], authors: readonly number[]): Promise<ComparedWork[]> {
  const signed = authors.length === 0 ? [] : await reader.query<{ work: number; author: number }>(signatures(authors), keys, [...authors]);
  const [works, topics] = await Promise.all([
    reader.query<{ key: number; title: string | null }>(titles, keys),
    reader.query<{ work: number; name: string }>(topicNames, keys),
  ]);
  const authorsOf = Map.groupBy(signed, ({ work }) => work);
  const topicsOf = Map.groupBy(topics, ({ work }) => work);
  return works.map(({ key, title }) => ({
    key,
    title,
    authors: (authorsOf.get(key) ?? []).map(({ author }) => author),
    topics: (topicsOf.get(key) ?? []).map(({ name }) => name),
  }));
}

const signatures = (authors: readonly number[]): string => `select distinct work_key as work, author_key as author from authorships
  where work_key in $many and author_key in (${authors.map(() => '?').join(', ')}) and state <> 'not_mine'`;
