import { PersonLine } from '#components/people/person-line.tsx';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import { firstCharacters } from '#lib/platform/form.ts';
import { loadGraphStart } from '#lib/portal/pages/loaders/graph.ts';
import { sitePageMetadata } from '../site-pages.ts';

export const generateMetadata = () => sitePageMetadata('graph');

interface Props {
  searchParams: Promise<{ q?: string | string[] }>;
}

export default async function GraphStartPage({ searchParams }: Props) {
  const text = firstCharacters((await searchParams).q, 200).trim();
  const { found, examples } = await loadGraphStart(text || undefined);
  return (
    <Page width="page">
      <PageHead title="Graph" lead="Co-authors in groups, and the path from one person to another. Choose a person to begin." />
      <search>
        <form action="/graph" className="flex max-w-form flex-wrap items-end gap-2">
          <div className="min-w-0 flex-1">
            <Field name="q" id="person" label="Name of a person" defaultValue={text} autoComplete="off" required />
          </div>
          <Button variant="primary" className="min-h-10.5">
            Find
          </Button>
        </form>
      </search>
      {found && <MatchingPeople {...found} />}
      <section aria-labelledby="examples" className="mt-10">
        <h2 id="examples" className="mb-4 font-semibold text-md">
          Examples
        </h2>
        <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {examples.map((person) => (
            <li key={person.slug} className="card">
              <PersonLine person={person}>{formatCount(person.coauthors, 'co-author')}</PersonLine>
              <p className="mt-3 font-semibold text-accent text-sm">
                <a href={`/graph/${person.slug}`} aria-label={`Open the graph around ${person.name}`}>
                  Open the graph
                </a>
              </p>
            </li>
          ))}
        </ul>
        {examples.length === 0 && <p className="text-soft">No co-authors are known here yet.</p>}
      </section>
    </Page>
  );
}

function MatchingPeople({ text, people }: { text: string; people: { slug: string; name: string; affiliation: string | null }[] }) {
  return (
    <section aria-labelledby="found" className="mt-8">
      <h2 id="found" className="mb-3 font-semibold text-md">
        {people.length > 0 ? `People named “${text}”` : `No one here is named “${text}”`}
      </h2>
      {people.length === 0 && <p className="text-soft">Try the family name only.</p>}
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {people.map((person) => (
          <li key={person.slug}>
            <PersonLine person={person} aside={<a href={`/graph/${person.slug}`}>Graph</a>}>
              {person.affiliation}
            </PersonLine>
          </li>
        ))}
      </ul>
    </section>
  );
}
