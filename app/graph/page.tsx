import type { Metadata } from 'next';
import { permanentRedirect } from 'next/navigation';
import { GraphFigure } from '#components/graph/graph-figure.tsx';
import { GraphFiles } from '#components/graph/graph-files.tsx';
import { GraphForm, NodeForm } from '#components/graph/graph-form.tsx';
import { PathList } from '#components/graph/path-list.tsx';
import { MissingInstitution } from '#components/graph/research-slice.tsx';
import { SharedList } from '#components/graph/shared-list.tsx';
import { SliceTable } from '#components/graph/slice-table.tsx';
import { PersonLine } from '#components/people/person-line.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Section } from '#components/ui/section.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import { type GraphSlice, nodeKindFacts } from '#lib/catalog/graph/model/kinds.ts';
import { formatGraphQuery, type GraphQuery, graphQueryOf, parseGraphQuery } from '#lib/catalog/graph/model/query.ts';
import { withPath } from '#lib/catalog/graph/model/select.ts';
import { loadListFollows } from '#lib/community/follows/loaders.ts';
import { env } from '#lib/platform/env.ts';
import { firstCharacters, type QueryParameters } from '#lib/platform/form.ts';
import {
  loadConnections,
  loadGraph,
  loadGraphNodes,
  loadGraphStart,
  type OtherNode,
  type SuggestedNode,
} from '#lib/portal/pages/loaders/graph.ts';
import { found } from '../found.ts';
import { sitePageMetadata } from '../site-pages.ts';

interface Props {
  searchParams: Promise<QueryParameters>;
}

const maxTextLength = 200;

/** Loads the state of the address; null on the start page. */
async function loadState(params: QueryParameters) {
  const textOf = (name: string) => firstCharacters(params[name], maxTextLength).trim();
  const [to, other] = [textOf('to'), textOf('with')];
  const query = parseGraphQuery(params);
  if (!query) {
    if (textOf('from') !== '') found(null, String);
    return null;
  }
  const result = await loadGraph(query);
  if (result && 'redirect' in result)
    permanentRedirect(`/graph${formatGraphQuery({ ...query, from: result.redirect }, { to, with: other })}`);
  return { query, to, other, ...found(result, String) };
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const state = await loadState(await searchParams);
  if (!state) return sitePageMetadata('graph');
  const { label } = state.slice.start;
  return {
    title: `Graph around ${label}`,
    alternates: {
      types: {
        'application/json+oembed': `/oembed.json?url=${encodeURIComponent(`${env().PUBLIC_URL}/graph${formatGraphQuery(state.query)}`)}`,
      },
    },
    description: `People, works, topics and institutions around ${label}: a picture, the same as a table, and the evidence of each link.`,
    // Not indexed: each state links to others, and all of it is on the pages of the records.
    robots: { index: false, follow: state.start.listed },
  };
}

export default async function GraphPage({ searchParams }: Props) {
  const params = await searchParams;
  const state = await loadState(params);
  // Called as functions: a page that is rendered without the framework has no asynchronous components below it.
  return state ? GraphAround(state) : GraphStart({ text: firstCharacters(params.q, maxTextLength).trim() });
}

type State = NonNullable<Awaited<ReturnType<typeof loadState>>>;

async function GraphAround({ query, to, other, slice: around, start }: State) {
  const { label, href, kind } = around.start;
  const { end, paths, compared, shared } = await loadConnections(start, query, { to, other });
  const slice = withPath(around, paths?.paths[0]);
  const hrefOf = (node: { id: GraphQuery['from']; href: string }) =>
    node.id === slice.start.id ? node.href : `/graph${formatGraphQuery({ ...query, from: node.id })}`;
  const hidden = Object.fromEntries(new URLSearchParams(formatGraphQuery(query)));
  return (
    <Page width="page">
      <PageHead
        eyebrow={<a href="/graph">Graph</a>}
        title={
          <>
            Around{' '}
            <a href={href} className="quiet-link">
              {label}
            </a>
          </>
        }
      />
      <div data-graph className="wrap-anywhere">
        <div className="columns-main">
          <div className="min-w-0 space-y-4">
            <GraphForm query={query} />
            {slice.nodes.length > 1 ? (
              <GraphFigure slice={slice} hrefOf={hrefOf} path={paths?.paths[0]?.nodes.map(({ id }) => id) ?? []} />
            ) : (
              <EmptyState title="Nothing matches these filters.">
                <p>
                  <a href={`/graph${formatGraphQuery(graphQueryOf(query.from))}`}>Show all</a>
                </p>
              </EmptyState>
            )}
            {start.hidesCoauthors && <p className="text-sm text-soft">{label} hides co-authors: people are not shown.</p>}
            {kind === 'author' && query.kinds.includes('institution') && <MissingInstitution slice={slice} />}
          </div>
          <div className="grid content-start gap-8">
            <Section id="path" title="Path">
              <NodeForm label={`Find the path from ${label} to`} button="Show path" name="to" hidden={hidden} text={nameOf(end) ?? to} />
              {end && !('node' in end) && <Candidates other={end} hrefOf={(id) => `/graph${formatGraphQuery(query, { to: id })}`} />}
              {end && 'node' in end && paths && <PathList paths={paths} ends={[label, end.node.node.label]} />}
            </Section>
            <Section id="compare" title="Compare">
              <NodeForm label={`What ${label} shares with`} button="Compare" name="with" hidden={hidden} text={nameOf(compared) ?? other} />
              {compared && !('node' in compared) && (
                <Candidates other={compared} hrefOf={(id) => `/graph${formatGraphQuery(query, { with: id })}`} />
              )}
              {compared && 'node' in compared && shared && <SharedList shared={shared} ends={[label, compared.node.node.label]} />}
            </Section>
            <Section id="files" title="Files">
              <GraphFiles query={query} label={label} base={env().PUBLIC_URL} />
            </Section>
          </div>
        </div>
        {slice.nodes.length > 1 && (
          <Section id="table" title={formatCount(slice.nodes.length - 1, 'node')}>
            <SliceTable slice={slice} caption={`The graph around ${label}`} follows={await loadListFollows(peopleIn(slice))} />
          </Section>
        )}
      </div>
    </Page>
  );
}

/** The people of a slice as lists of follows have them. */
const peopleIn = ({ nodes }: GraphSlice) =>
  nodes.filter(({ kind }) => kind === 'author').map(({ id, label }) => ({ slug: id.slice(id.indexOf(':') + 1), name: label }));

const nameOf = (other: OtherNode | null): string | null => (other && 'node' in other ? other.node.node.label : null);

interface CandidatesProps {
  other: Extract<OtherNode, { text: string }>;
  hrefOf: (id: SuggestedNode['id']) => string;
}

/** Nodes that an entered name may mean. */
function Candidates({ other: { text, candidates }, hrefOf }: CandidatesProps) {
  if (candidates.length === 0)
    return (
      <p className="mt-2 text-sm text-soft">
        Nothing here is named “{text}”. <a href={`/search?q=${encodeURIComponent(text)}`}>Search for it</a>.
      </p>
    );
  return <NodeLines nodes={candidates} hrefOf={hrefOf} />;
}

const NodeLines = ({ nodes, hrefOf }: { nodes: readonly SuggestedNode[]; hrefOf: CandidatesProps['hrefOf'] }) => (
  <ul className="mt-2 text-sm">
    {nodes.map(({ id, kind, label, detail }) => (
      <li key={id} className="py-1">
        <a href={hrefOf(id)}>{label}</a>{' '}
        <span className="text-soft">
          {nodeKindFacts[kind].one}
          {detail && `, ${detail}`}
        </span>
      </li>
    ))}
  </ul>
);

async function GraphStart({ text }: { text: string }) {
  const [nodes, examples] = [text ? await loadGraphNodes(text) : null, await loadGraphStart()];
  return (
    <Page width="page">
      <PageHead title="Graph" lead="People, works, topics, venues and institutions, and how they are linked. Choose where to begin." />
      <NodeForm label="Name of a person, work, topic, venue or institution" button="Find" name="q" hidden={{}} text={text} />
      {nodes && (
        <section aria-labelledby="found" className="mt-8">
          <h2 id="found" className="mb-3 font-semibold text-md">
            {nodes.length > 0 ? `Named “${text}”` : `Nothing here is named “${text}”`}
          </h2>
          {nodes.length === 0 && <p className="text-soft">Try the family name only.</p>}
          <NodeLines nodes={nodes} hrefOf={(id) => `/graph${formatGraphQuery(graphQueryOf(id))}`} />
        </section>
      )}
      <section aria-labelledby="examples" className="mt-10">
        <h2 id="examples" className="mb-4 font-semibold text-md">
          Examples
        </h2>
        <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {examples.map((person) => (
            <li key={person.slug} className="card">
              <PersonLine person={person}>{formatCount(person.coauthors, 'co-author')}</PersonLine>
              <p className="mt-3 font-semibold text-accent text-sm">
                <a href={`/graph?from=author:${person.slug}`} aria-label={`Open the graph around ${person.name}`}>
                  Open the graph
                </a>
              </p>
            </li>
          ))}
        </ul>
        {examples.length === 0 && <p className="text-soft">No co-authors yet. They come with works of several authors.</p>}
      </section>
    </Page>
  );
}
