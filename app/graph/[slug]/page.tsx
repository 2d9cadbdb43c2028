import type { Metadata } from 'next';
import { groupPeople } from '#components/graph/communities.ts';
import { ExplorerForm, PathForm } from '#components/graph/explorer-form.tsx';
import { ExplorerTable } from '#components/graph/explorer-table.tsx';
import { GraphCard } from '#components/graph/graph-card.tsx';
import { LinksByYear } from '#components/graph/links-by-year.tsx';
import { PathSteps } from '#components/graph/path-steps.tsx';
import { openGraphOf } from '#components/site/open-graph.ts';
import { HiddenFieldPage } from '#components/statements/hidden-notice.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Section } from '#components/ui/section.tsx';
import { formatCount, formatNumber } from '#components/ui/sentence.ts';
import { formatSliceQuery, parseSliceQuery, type SliceQuery, type SliceView } from '#lib/catalog/graph/model/slice.ts';
import { loadListFollows } from '#lib/community/follows/loaders.ts';
import { firstCharacters } from '#lib/platform/form.ts';
import {
  type ConnectionView,
  loadConnection,
  loadPathCandidates,
  loadSlice,
  type PathCandidatesView,
} from '#lib/portal/pages/loaders/graph.ts';
import { found } from '../../found.ts';
import type { PageProps } from '../../page-props.ts';

async function loadSliceData({ params, searchParams }: PageProps<'slug'>) {
  const [{ slug }, query] = [await params, await searchParams];
  const requested = parseSliceQuery(query);
  const result = found(await loadSlice(slug, requested), (current) => `/graph/${current}${formatSliceQuery(requested)}`);
  const [to = '', path = ''] = [query.to, query.path].map((value) => firstCharacters(value, 200).trim());
  return { ...result, requested, to, path };
}

export async function generateMetadata(props: PageProps<'slug'>): Promise<Metadata> {
  const { author } = await loadSliceData(props);
  const title = `Graph around ${author.name}`;
  return {
    title,
    description: `The co-authors of ${author.name} and their co-authors: a graph, the same as a table, and the works behind each link.`,
    alternates: { canonical: `/graph/${author.slug}` },
    openGraph: openGraphOf(title, `/graph/${author.slug}`, 'website', `/authors/${author.slug}/card.png`),
    // Not indexed: each person links to another such page, and all of it is in the records.
    robots: { index: false, follow: author.listed },
  };
}

export default async function ExplorerPage(props: PageProps<'slug'>) {
  const { author, slice: around, requested, to, path } = await loadSliceData(props);
  if (author.coauthorsHidden) return <HiddenFieldPage record={author} title="Graph" what="co-authors" />;
  const pathEnds = to ? await loadPathCandidates(to) : null;
  const others = pathEnds?.people.filter(({ slug }) => slug !== author.slug) ?? [];
  const target = path || (others.length === 1 ? others[0]?.slug : undefined);
  const connection = target ? await loadConnection(author.slug, target) : null;
  return (
    <Page width="page">
      <PageHead
        eyebrow={<a href="/graph">Graph</a>}
        title={
          <>
            Around{' '}
            <a href={`/authors/${author.slug}`} className="quiet-link">
              {author.name}
            </a>
          </>
        }
        lead={around.people.length > 0 ? describeSlice(around) : undefined}
      />
      <div className="columns-main">
        <div className="min-w-0">
          <div className="no-print mb-4">
            <ExplorerForm slug={author.slug} requested={requested} />
          </div>
          {around.people.length === 0 ? (
            <NoCoauthors slug={author.slug} requested={requested} />
          ) : (
            <div className="grid gap-6">
              <GraphCard author={author} slice={around} requested={requested} path={connection?.path ?? undefined} />
              <LinksByYear author={author} slice={around} requested={requested} />
            </div>
          )}
        </div>
        <div className="grid gap-8">
          <div>
            <PathForm slug={author.slug} name={author.name} text={to} />
            {pathEnds && !connection && <PathCandidates from={author} text={pathEnds.text} others={others} />}
            {connection && <Connection from={author} connection={connection} />}
          </div>
          {around.people.length > 0 && (
            <ExplorerTable
              author={author}
              slice={around}
              groups={groupPeople(author, around)}
              requested={requested}
              follows={await loadListFollows(around.people)}
            />
          )}
        </div>
      </div>
    </Page>
  );
}

function describeSlice({ people, links, more }: SliceView): string {
  const nearCount = people.filter(({ steps }) => steps === 1).length;
  const farCount = people.length - nearCount;
  const peopleText = `${formatCount(nearCount, 'co-author')}${farCount > 0 ? `, ${formatNumber(farCount)} more of theirs` : ''}`;
  return `${peopleText}, ${formatCount(links.length, 'link')}.${more ? ' There are more: these have the most joint works and links.' : ''}`;
}

function NoCoauthors({ slug, requested }: { slug: string; requested: SliceQuery }) {
  const isFiltered = requested.least > 1 || requested.since !== null || requested.until !== null;
  return (
    <EmptyState title={isFiltered ? 'No co-authors match these filters.' : 'No other author of these works has a profile here.'}>
      <p>{isFiltered ? <a href={`/graph/${slug}`}>Show all co-authors</a> : <a href={`/authors/${slug}`}>Back to the profile</a>}</p>
    </EmptyState>
  );
}

/** The requested path, step by step; the graph also shows it. */
function Connection({ from, connection }: { from: { slug: string }; connection: ConnectionView }) {
  const { other, path, searchedAll, isHidden } = connection;
  return (
    <Section id="path" title={<>Path to {other.name}</>}>
      <div className="text-sm">
        <PathSteps path={path} searchedAll={searchedAll} isHidden={isHidden} />
        {path && (
          <p className="mt-1 text-soft">
            Shortest co-author path: {formatCount(path.length - 1, 'link')}. <a href={`/graph/${from.slug}`}>Show without it</a>
          </p>
        )}
      </div>
    </Section>
  );
}

interface PathCandidatesProps {
  from: { slug: string };
  text: string;
  others: PathCandidatesView['people'];
}

function PathCandidates({ from, text, others }: PathCandidatesProps) {
  return (
    <Section id="way" title="Who do you mean?">
      {others.length === 0 ? (
        <p className="text-sm text-soft">
          No one else here is named “{text}”. <a href={`/search?q=${encodeURIComponent(text)}`}>Search for it</a>.
        </p>
      ) : (
        <ul className="text-sm">
          {others.map(({ slug, name, affiliation }) => (
            <li key={slug} className="py-1">
              <a href={`/graph/${from.slug}?path=${slug}`}>{name}</a> <span className="text-soft">{affiliation}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
