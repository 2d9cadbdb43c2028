import { Button } from '#components/ui/button.tsx';
import { Chip } from '#components/ui/chip.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { formatNumber } from '#components/ui/sentence.ts';
import { site } from '#lib/platform/site.ts';
import type { HomeView } from '#lib/portal/pages/model/home.ts';
import { FeaturedProfile } from './featured-profile.tsx';
import { homeFigures, homeLead, homeTitle } from './home-words.ts';

/** The introduction of the site: a search, its size, and one complete profile. */
export function Hero({ home }: { home: HomeView }) {
  const { featured } = home;
  const { heading, lead } = site();
  return (
    <section aria-labelledby="title" className="border-line border-b bg-raised">
      <div
        className={`gutter mx-auto grid w-full max-w-frame items-center gap-x-14 gap-y-8 py-8 sm:py-11 ${featured ? 'lg:grid-cols-[minmax(0,1.12fr)_minmax(0,1fr)]' : ''}`}
      >
        <div>
          <h1 id="title" className="max-w-[13em] text-balance font-serif text-hero tracking-tight">
            {heading ?? homeTitle}
          </h1>
          <p className="mt-5 max-w-[34em] text-balance font-serif text-lg text-read leading-7">{lead ?? homeLead}</p>
          <SearchForm />
          <Examples home={home} />
          <Figures figures={home.figures} />
        </div>
        {featured && <FeaturedProfile featured={featured} />}
      </div>
    </section>
  );
}

function SearchForm() {
  return (
    <search>
      <form action="/search" className="mt-7 flex max-w-160 gap-2 max-sm:flex-col">
        <label htmlFor="search" className="sr-only">
          Search people, topics and works
        </label>
        <span className="flex min-w-0 flex-1 items-center gap-3 rounded-card border border-edge bg-card px-4 text-lg focus-within:outline-2 focus-within:outline-accent">
          <Icon name="search" className="text-soft" />
          <input
            id="search"
            type="search"
            name="q"
            placeholder="A name, a topic or a title"
            className="h-13 w-full min-w-0 bg-transparent outline-none placeholder:text-soft"
          />
        </span>
        <Button variant="primary" className="min-h-13 rounded-card! px-6!">
          Search
        </Button>
      </form>
    </search>
  );
}

function Examples({ home: { people, topics } }: { home: HomeView }) {
  const [person] = people.toSorted((a, b) => b.worksCount - a.worksCount);
  const [topic] = topics;
  if (!person && !topic) return null;
  return (
    <p className="mt-3.5 flex flex-wrap items-center gap-1.5">
      <span className="text-soft">Try</span>
      {person && (
        <Chip kind="person" href={`/authors/${person.slug}`}>
          {person.name}
        </Chip>
      )}
      {topic && (
        <Chip kind="topic" href={`/topics/${topic.slug}`}>
          {topic.name}
        </Chip>
      )}
    </p>
  );
}

const Figures = ({ figures }: Pick<HomeView, 'figures'>) => (
  <dl className="mt-8 flex flex-wrap gap-x-9 gap-y-3 border-line border-t pt-5 max-sm:grid max-sm:grid-cols-3">
    {homeFigures(figures).map(({ value, one, many }) => (
      <div key={many} className="flex flex-col-reverse justify-end">
        <dt className="text-soft text-xs">{value === 1 ? one : many}</dt>
        <dd className="font-serif text-xl">{formatNumber(value)}</dd>
      </div>
    ))}
  </dl>
);
