import { Chip } from '#components/ui/chip.tsx';
import { HeadingRow } from '#components/ui/heading-row.tsx';
import { type AuthorContexts, contextPathSegments } from '#lib/catalog/contexts/model/context.ts';

const maxShown = 6;

/** The most frequent topics and venues of a person's works. */
export function TopicChips({ contexts, slug }: { contexts: AuthorContexts; slug: string }) {
  const chips = [...contexts.topics.shown, ...contexts.venues.shown].slice(0, maxShown);
  if (chips.length === 0) return null;
  const [hasTopics, hasVenues] = (['topic', 'venue'] as const).map((kind) => chips.some((chip) => chip.kind === kind));
  return (
    <section aria-labelledby="topics">
      <HeadingRow id="topics" aside={<a href={`/authors/${slug}/topics`}>By year</a>}>
        {hasVenues ? (hasTopics ? 'Topics and venues' : 'Venues') : 'Topics'}
      </HeadingRow>
      <p className="flex flex-wrap gap-1.5">
        {chips.map(({ kind, slug: context, name, works }) => (
          <Chip key={`${kind} ${context}`} kind={kind} href={`/${contextPathSegments[kind]}/${context}`} count={works}>
            {name}
          </Chip>
        ))}
      </p>
    </section>
  );
}
