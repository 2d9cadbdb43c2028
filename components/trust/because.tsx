interface Props {
  id: string;
  slug: string;
  /** Ids of the record's events, which stand on the same page. */
  events: ReadonlySet<string>;
}

/** One thing that points rest on, as a link to it: an event below, a work, what a source says. */
export function Because({ id, slug, events }: Props) {
  if (events.has(id)) return <a href={`#event-${id}`}>proof {id.slice(0, 4)}</a>;
  if (id.startsWith('source-record:') || id.startsWith('source:')) return <a href={`/authors/${slug}/sources`}>what a source says</a>;
  if (/^[0-9a-hj-km-np-tv-z]{12}$/.test(id)) return <a href={`/works/${id}`}>work {id.slice(0, 4)}</a>;
  return <a href={`/authors/${slug}/sources`}>{id}</a>;
}
