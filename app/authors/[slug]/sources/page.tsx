import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AuthorSource } from '#components/authors/author-source.tsx';
import { DeclaredFigures } from '#components/authors/declared-figures.tsx';
import { NameLines } from '#components/authors/name-lines.tsx';
import { OrcidLink } from '#components/authors/orcid-link.tsx';
import { RecordFooter } from '#components/authors/record-footer.tsx';
import { CorrectionRows } from '#components/corrections/correction-rows.tsx';
import { RecordIndicators } from '#components/indicators/record-indicators.tsx';
import { openGraphOf } from '#components/site/open-graph.ts';
import { OwnerSource } from '#components/statements/owner-source.tsx';
import { type Definition, DefinitionList } from '#components/ui/definition-list.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { HeadingRow } from '#components/ui/heading-row.tsx';
import { formatCount, joinWords } from '#components/ui/sentence.ts';
import { sourceNameInSentence } from '#lib/catalog/sources/model.ts';
import { loadViewerState } from '#lib/portal/me/loaders.ts';
import { loadAuthor, loadAuthorSources } from '#lib/portal/pages/loaders/authors.ts';
import type { AuthorSourcesView } from '#lib/portal/pages/model/author-sources.ts';
import { found } from '../../../found.ts';
import type { PathProps } from '../../../page-props.ts';
import { ProfileFrame } from '../profile-frame.tsx';

const loadSources = async ({ params }: PathProps<'slug'>) =>
  found(await loadAuthorSources((await params).slug), (slug) => `/authors/${slug}/sources`);

export async function generateMetadata(props: PathProps<'slug'>): Promise<Metadata> {
  const { name, slug } = await loadSources(props);
  const [title, path] = [`Sources: ${name}`, `/authors/${slug}`];
  return {
    title,
    description: `Which source states each fact on the profile of ${name}, and since when.`,
    robots: { index: false },
    alternates: { canonical: `${path}/sources` },
    openGraph: openGraphOf(title, `${path}/sources`, 'website', `${path}/card.png`),
  };
}

export default async function SourcesPage(props: PathProps<'slug'>) {
  const sourcesView = await loadSources(props);
  const author = await loadAuthor(sourcesView.slug);
  if (author === null || 'redirect' in author) notFound();
  return (
    <ProfileFrame author={author} viewer={await loadViewerState(author)} tab="sources">
      <div className="columns-main">
        <div className="min-w-0">
          <section aria-labelledby="shown">
            <HeadingRow id="shown">What this profile shows</HeadingRow>
            <DefinitionList items={shownFacts(sourcesView)} />
          </section>
          {sourcesView.owner && <OwnerSource owner={sourcesView.owner} />}
          {sourcesView.corrections.length > 0 && (
            <section aria-labelledby="corrections" className="mt-8">
              <h2 id="corrections" className="mb-2 font-semibold">
                Corrections
              </h2>
              <CorrectionRows corrections={sourcesView.corrections} reviewer={null} path={`/authors/${sourcesView.slug}/correct`} />
            </section>
          )}
          {sourcesView.sources.length === 0 && <EmptyState title="This profile has no sources." />}
          {sourcesView.sources.map((each) => (
            <AuthorSource key={each.source.id} view={each} />
          ))}
        </div>
        <aside aria-label="Names and figures">
          <DeclaredFigures author={author} />
          <NameLines author={author} />
          <RecordIndicators indicators={author.indicators} hidden={author.indicatorsHidden} />
          <RecordFooter author={author} />
        </aside>
      </div>
    </ProfileFrame>
  );
}

function shownFacts(author: AuthorSourcesView): Definition[] {
  const { orcid, givenOrcids, affiliation, suggestions, works } = author;
  const otherNames = [...author.alsoPublishedAs, ...author.nativeNames];
  const facts: (Definition | null)[] = [
    { term: 'Name', description: <span id="name">{nameText(author)}</span> },
    { term: 'Other spellings', description: otherNames.length > 0 ? otherNames.join(' · ') : 'None shown' },
    suggestions.length > 0 ? { term: 'May be the same person', description: <Suggestions suggestions={suggestions} /> } : null,
    author.hiddenFields.includes('affiliations')
      ? { term: 'Affiliation', description: <span id="affiliation">The owner of this profile shows none.</span> }
      : {
          term: 'Affiliation',
          description: <span id="affiliation">{affiliation ? affiliationText(affiliation) : 'No source states one.'}</span>,
        },
    author.hiddenFields.includes('orcid')
      ? null
      : { term: 'ORCID iD', description: orcid ? <OrcidLink orcid={orcid} /> : 'No owner has confirmed one.' },
    givenOrcids.length > 0
      ? {
          term: 'iDs given by sources',
          description: `${givenOrcids.join(', ')}: printed beside the name on a work, which alone proves nothing.`,
        }
      : null,
    { term: 'Works', description: <span id="figures">{worksText(author, works)}</span> },
  ];
  return facts.filter((fact) => fact !== null);
}

const nameText = ({ name, sourceName, owner, nameChosenBy, sources }: AuthorSourcesView): string => {
  if (!owner?.name?.isShown && sourceName !== null) return `${name}: by an accepted correction. Sources give ${sourceName}.`;
  if (owner?.name?.isShown) return `${name}: stated by the owner.${sourceName === null ? '' : ` Sources give ${sourceName}.`}`;
  if (nameChosenBy) return `${name}: the name under which ${sourceNameInSentence(nameChosenBy)} lists the person.`;
  return `${name}: ${sources.some(({ works }) => works > 0) ? 'the form on most works' : 'the name under which the profile was created'}.`;
};

const affiliationText = ({ name, source, year }: NonNullable<AuthorSourcesView['affiliation']>): string =>
  `${name}, by ${sourceNameInSentence(source)}${year ? `, ${year}` : ''}. The owner’s statement is shown first, then an accepted correction, then the newest work that states one, then a source’s own page.`;

/** "22 works counted here: 9 by BZPEER and 16 by Scholar Feed, some by both." */
function worksText({ sources }: AuthorSourcesView, works: number): string {
  const worksBySource = sources.filter((each) => each.works > 0).map((each) => `${each.works} by ${sourceNameInSentence(each.source)}`);
  const overlap = sources.reduce((sum, each) => sum + each.works, 0) > works ? '; a work that several describe counts once' : '';
  return `${formatCount(works, 'work')} counted here${worksBySource.length > 0 ? `: ${joinWords(worksBySource)}${overlap}` : ''}.`;
}

function Suggestions({ suggestions }: { suggestions: AuthorSourcesView['suggestions'] }) {
  return (
    <ul>
      {suggestions.map(({ slug, name, reason }) => (
        <li key={slug}>
          <a href={`/authors/${slug}`}>{name}</a> <span className="text-soft">{reason}; not decided yet</span>
        </li>
      ))}
    </ul>
  );
}
