import { readableTitle } from '#lib/platform/text/latex/readable.ts';

interface Props {
  id: string;
  slug: string;
  /** Ids of the record's events on the same page. */
  events: ReadonlySet<string>;
  /** Titles of works by id. */
  titles: ReadonlyMap<string, string>;
}

const maxTitleLength = 64;

/** Shortens a title at the end of a word. */
function shortenTitle(title: string): string {
  const shownTitle = readableTitle(title);
  return shownTitle.length > maxTitleLength ? `${shownTitle.slice(0, maxTitleLength).replace(/\s+\S*$/, '')} …` : shownTitle;
}

/** A basis of points, as a link: an event below, a work, or a source. */
export function BasisLink({ id, slug, events, titles }: Props) {
  if (events.has(id)) return <a href={`#event-${id}`}>the proof below</a>;
  const title = titles.get(id);
  if (title !== undefined) return <a href={`/works/${id}`}>{shortenTitle(title)}</a>;
  if (id === 'source:owner') return <a href={`/authors/${slug}/sources#owner`}>what the owner says</a>;
  const isSource = id.startsWith('source-record:') || id.startsWith('source:');
  return <a href={`/authors/${slug}/sources`}>{isSource ? 'what a source says' : id}</a>;
}
