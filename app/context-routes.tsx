import type { Metadata } from 'next';
import { OpenHere, type OpenPeople } from '#components/collaborate/open-here.tsx';
import { contextKindLabels, formatContextFigures } from '#components/contexts/context-labels.ts';
import { ContextOrigin } from '#components/contexts/context-origin.tsx';
import { ContextRows } from '#components/contexts/context-rows.tsx';
import { EmptyContextList } from '#components/contexts/empty-list.tsx';
import { FirstPeople, PeopleList, StatedMembers } from '#components/contexts/people-list.tsx';
import { RelatedContexts } from '#components/contexts/related.tsx';
import { FollowContext } from '#components/follows/follow-context.tsx';
import { ResearchSlice } from '#components/graph/research-slice.tsx';
import { JsonLd } from '#components/site/json-ld.tsx';
import { openGraphOf } from '#components/site/open-graph.ts';
import { ViewerSlot } from '#components/site/viewer-slot.tsx';
import { Bars } from '#components/ui/bars.tsx';
import { HeadingRow } from '#components/ui/heading-row.tsx';
import { LetterLinks } from '#components/ui/letters.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Pager } from '#components/ui/pager.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import { CiteAndExport } from '#components/works/cite-and-export.tsx';
import { WorksByYear } from '#components/works/work-list.tsx';
import { type ContextKind, type ContextView, contextLinkedData, contextPathSegments } from '#lib/catalog/contexts/model/context.ts';
import { fillMissingYears } from '#lib/catalog/contexts/model/years.ts';
import { nodeId } from '#lib/catalog/graph/model/kinds.ts';
import { citationLinks, maxPerFile } from '#lib/catalog/works/model/citations/formats.ts';
import { feedLinks } from '#lib/catalog/works/model/feeds.ts';
import { parseYear } from '#lib/catalog/works/model/list/selection.ts';
import { loadContextFollow, loadListFollows } from '#lib/community/follows/loaders.ts';
import { loadListingsIn } from '#lib/community/invitations/loaders.ts';
import { env } from '#lib/platform/env.ts';
import { firstText, firstValue, type QueryParameters } from '#lib/platform/form.ts';
import { loadContext, loadContextList } from '#lib/portal/pages/loaders/contexts.ts';
import { loadRecordSlice } from '#lib/portal/pages/loaders/graph.ts';
import { found } from './found.ts';
import { sitePageMetadata } from './site-pages.ts';

type Query = Promise<QueryParameters>;
export interface ContextProps {
  params: Promise<{ slug: string }>;
  searchParams: Query;
}

/** Loads the context, or redirects if the slug belongs to another. */
async function loadContextData(kind: ContextKind, { params, searchParams }: ContextProps) {
  const [{ slug }, query] = [await params, await searchParams];
  const year = parseYear(firstText(query.year));
  const requested = { people: firstValue(query.people), works: firstValue(query.works), year: year === null ? undefined : `${year}` };
  const pathOf = (current: string): string => `/${contextPathSegments[kind]}/${current}`;
  const context = found(await loadContext(kind, slug, requested.people, requested.works, year), pathOf);
  return { context, requested, path: pathOf(context.slug) };
}

export async function contextMetadata(kind: ContextKind, props: ContextProps): Promise<Metadata> {
  const { context, requested, path } = await loadContextData(kind, props);
  const title = `${context.name} · ${contextKindLabels[kind].one}`;
  return {
    title,
    description: `${contextKindLabels[kind].one}: ${formatContextFigures(context)}. Its people and works, and its sources.`,
    alternates: { canonical: path, types: { ...citationLinks(path), ...feedLinks(path) } },
    openGraph: openGraphOf(title, path, 'website'),
    robots: requested.people || requested.works || requested.year ? { index: false, follow: true } : undefined,
  };
}

/** A list of more works moves the people below it out of view. */
const longListLength = 5;

/** Returns the URL of the page with one of its two lists paged; the other list keeps its position. */
function pagedUrl(path: string, requested: Record<string, string | undefined>, anchor: 'people' | 'works'): string {
  const query = new URLSearchParams(Object.entries(requested).flatMap(([key, value]) => (value ? [[key, value]] : [])));
  return `${path}${query.size > 0 ? `?${query}` : ''}#${anchor}`;
}

/** The page of a topic, venue or institution: facts, years, people, works and related contexts. */
export async function ContextRoute({ kind, props }: { kind: ContextKind; props: ContextProps }) {
  const data = await loadContextData(kind, props);
  const { context, requested, path } = data;
  const open = await loadListingsIn(context.id);
  const follows = await loadListFollows([...context.people, ...context.statedMembers.map(({ person }) => person)]);
  return (
    <Page width="page">
      <JsonLd data={contextLinkedData(context, env().PUBLIC_URL)} />
      <PageHead
        eyebrow={contextKindLabels[kind].one}
        title={context.name}
        lead={formatContextFigures(context)}
        size="title"
        actions={
          <ViewerSlot name="context-follow">
            <FollowContext follow={await loadContextFollow(context, path)} />
          </ViewerSlot>
        }
      />
      <div className="columns-main">
        <div className="min-w-0">
          <ContextWorks data={data} />
          <StatedMembers members={context.statedMembers} follows={follows} />
          <PeopleList
            people={context.people}
            follows={follows}
            previous={requested.people ? pagedUrl(path, { ...requested, people: undefined }, 'people') : null}
            next={context.nextPeople && pagedUrl(path, { ...requested, people: context.nextPeople }, 'people')}
          />
        </div>
        {await ContextAside({ kind, data, open })}
      </div>
    </Page>
  );
}

type ContextData = Awaited<ReturnType<typeof loadContextData>>;

function ContextWorks({ data: { context, requested, path } }: { data: ContextData }) {
  const yearBars = barsOf(context, path);
  return (
    <section aria-labelledby="works">
      {yearBars.length > 1 && (
        <div className="card mb-6 pb-3!">
          <h2 className="mb-1 font-semibold">Works by year</h2>
          <Bars title="Works by year" labelName="Year" valueName="Works" bars={yearBars} />
        </div>
      )}
      <h2 id="works" className="mb-4 font-semibold text-md">
        {requested.year ? `Works of ${requested.year}` : formatCount(context.worksCount, 'work')}
      </h2>
      {requested.year && (
        <p className="mb-4 text-sm">
          <a href={`${path}#works`}>Show all {formatCount(context.worksCount, 'work')}</a>
        </p>
      )}
      <WorksByYear works={context.works} level={3} />
      <Pager
        listName="works"
        previous={requested.works ? pagedUrl(path, { ...requested, works: undefined }, 'works') : null}
        next={context.nextWorks && pagedUrl(path, { ...requested, works: context.nextWorks }, 'works')}
      />
    </section>
  );
}

interface ContextAsideProps {
  kind: ContextKind;
  data: ContextData;
  open: OpenPeople;
}

/** Called as a function: a page that is rendered without the framework has no asynchronous components below it. */
async function ContextAside({ kind, data: { context, requested, path }, open }: ContextAsideProps) {
  const around = await loadRecordSlice(nodeId(kind, context.slug));
  return (
    <aside aria-label={`Beside this ${contextKindLabels[kind].one.toLowerCase()}`}>
      <p className="mb-6 text-sm">
        {context.works.length >= longListLength && (
          <span className="max-lg:hidden">
            <a href="#works">Works</a> · <a href="#people">People</a> ·{' '}
          </span>
        )}
        <a href={`/${contextPathSegments[kind]}`}>All {contextKindLabels[kind].many.toLowerCase()}</a>
      </p>
      <OpenHere open={open} kind={kind} slug={context.slug} />
      {around && (
        <div className="mb-7">
          <ResearchSlice {...around} />
        </div>
      )}
      <ContextOrigin context={context} />
      {!requested.people && context.works.length >= longListLength && <FirstPeople list={context} />}
      <div className="mt-7">
        <RelatedContexts context={context} />
      </div>
      <section aria-labelledby="files" className="mt-7">
        <HeadingRow id="files">Cite and export</HeadingRow>
        <CiteAndExport
          permanent={`${env().PUBLIC_URL}/${contextPathSegments[kind]}/${context.id}`}
          path={path}
          query={requested.year && `year=${requested.year}`}
          about={filesNote(context.worksCount, requested.year)}
          feeds={[
            { name: 'Atom', href: `${path}/feed.atom` },
            { name: 'JSON Feed', href: `${path}/feed.json` },
          ]}
        />
      </section>
    </aside>
  );
}

const filesNote = (works: number, year: string | undefined): string =>
  works > maxPerFile
    ? `Works ${year ? `of ${year}` : 'of all years'}, the newest first. A file has at most ${maxPerFile}; its Link header names the next.`
    : `Works ${year ? `of ${year}` : 'of all years'}, the newest first:`;

const barsOf = ({ worksPerYear }: ContextView, path: string) =>
  fillMissingYears(worksPerYear).map(({ year, works }) => ({
    label: `${year}`,
    value: works,
    ...(works > 0 && { href: `${path}?year=${year}#works` }),
  }));

export async function contextListMetadata(kind: ContextKind, searchParams: Query): Promise<Metadata> {
  const from = firstValue((await searchParams).from);
  return { ...sitePageMetadata(contextPathSegments[kind]), robots: from ? { index: false, follow: true } : undefined };
}

/** The list of all contexts of a kind, by name. */
export async function ContextListRoute({ kind, searchParams }: { kind: ContextKind; searchParams: Query }) {
  const from = firstValue((await searchParams).from);
  const { contexts, next, letters } = await loadContextList(kind, from);
  const path = `/${contextPathSegments[kind]}`;
  const { many, lead } = contextKindLabels[kind];
  return (
    <Page width="page">
      <PageHead title={many} lead={lead} />
      <LetterLinks label={`${many} by first letter`} path={path} current={from} letters={letters} />
      {contexts.length > 0 ? <ContextRows contexts={contexts} /> : <EmptyContextList kind={kind} from={from} />}
      <Pager listName={many.toLowerCase()} previous={from ? path : null} next={next && `${path}?from=${encodeURIComponent(next)}`} />
    </Page>
  );
}
