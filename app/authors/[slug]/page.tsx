import type { Metadata } from 'next';
import { notFound, permanentRedirect, redirect } from 'next/navigation';
import { AboutRecord } from '#components/authors/about-record.tsx';
import { ClaimBox } from '#components/authors/claim-box.tsx';
import { Counters } from '#components/authors/counters.tsx';
import { DeclaredFigures } from '#components/authors/declared-figures.tsx';
import { ExportLinks } from '#components/authors/export-links.tsx';
import { Flags } from '#components/authors/flags.tsx';
import { InviteBox } from '#components/authors/invite-box.tsx';
import { NameLines } from '#components/authors/name-lines.tsx';
import { RecordHead } from '#components/authors/record-head.tsx';
import { LevelPanel, TrustPanel, TrustStrip } from '#components/authors/trust-panel.tsx';
import { RecordContexts } from '#components/contexts/record-contexts.tsx';
import { GraphSlice } from '#components/graph/graph-slice.tsx';
import { RecordIndicators } from '#components/indicators/record-indicators.tsx';
import { WorkingTogether } from '#components/invitations/working-together.tsx';
import { JsonLd } from '#components/site/json-ld.tsx';
import { HiddenNotice } from '#components/statements/hidden-notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { citationLinks } from '#lib/catalog/works/model/citations/formats.ts';
import { feedLinks } from '#lib/catalog/works/model/feeds.ts';
import { hasBlanks, selectionFrom, selectionQuery } from '#lib/catalog/works/model/list/selection.ts';
import { loadCollaborators } from '#lib/community/invitations/loaders.ts';
import { env } from '#lib/platform/env.ts';
import { sharedAs } from '#lib/portal/cards/model.ts';
import { loadViewerState } from '#lib/portal/me/loaders.ts';
import { loadAuthor } from '#lib/portal/pages/loaders/authors.ts';
import { loadNextSteps } from '#lib/portal/pages/loaders/trust.ts';
import { linkedProfile } from '#lib/portal/pages/model/author-linked-data.ts';
import { Actions } from './actions.tsx';
import { PublishedWorks } from './published-works.tsx';

interface Props {
  params: Promise<{ slug: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** How a page looks that is not a choice of works. */
const looks = ['abstracts', 'select'] as const;

async function paramsOf(searchParams: Props['searchParams']): Promise<URLSearchParams> {
  const given = Object.entries(await searchParams).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]);
  return new URLSearchParams(given.filter((pair): pair is [string, string] => pair[1] !== undefined));
}

/** The record, or the place that the name leads to instead. */
async function record({ params, searchParams }: Props) {
  const { slug } = await params;
  const asked = await paramsOf(searchParams);
  const { selection, ignored } = selectionFrom(asked);
  const query = selectionQuery(selection);
  const at = (place: string): string => {
    const whole = new URLSearchParams(query);
    for (const name of looks) if (asked.get(name)) whole.set(name, asked.get(name) ?? '');
    return `/authors/${place}${whole.size > 0 ? `?${whole}` : ''}`;
  };
  // A form sends its blank fields too: one list has one address.
  if (hasBlanks(asked)) redirect(`${at(encodeURIComponent(slug))}#works`);
  const after = asked.get('after');
  if (after) query.set('after', after);
  const found = await loadAuthor(slug, `${query}`);
  if (found === null) notFound();
  if ('redirect' in found) permanentRedirect(at(found.redirect));
  return {
    author: found.view,
    whole: query.size === 0 && looks.every((name) => !asked.has(name)),
    shown: { after, ignored, abstracts: asked.get('abstracts') === 'open', select: asked.get('select') === 'on' },
  };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { author, whole } = await record(props);
  return {
    title: author.name,
    description: `Works, co-authors and trust snapshot of ${author.name}, with the source of every fact.`,
    alternates: {
      canonical: `/authors/${author.slug}`,
      types: { ...feedLinks(`/authors/${author.slug}`), ...citationLinks(`/authors/${author.slug}/works`) },
    },
    openGraph: sharedAs(author.name, `/authors/${author.slug}`, 'profile'),
    robots: whole && author.listed ? undefined : { index: false },
  };
}

export default async function AuthorPage(props: Props) {
  const { author, shown } = await record(props);
  // Null, and no query, for a reader without a session: what everybody gets holds nothing of the viewer.
  const viewer = await loadViewerState(author.id);
  const collaborators = author.claimState === 'claimed' && !author.keptBack.includes('coauthors') ? await loadCollaborators(author.id) : [];
  const steps = viewer?.isOwner ? await loadNextSteps(author.slug) : null;
  return (
    <Page width="page">
      <JsonLd data={linkedProfile(author, env().PUBLIC_URL)} />
      <RecordHead author={author} actions={<Actions author={author} viewer={viewer} />} />
      <Flags flags={author.flags} slug={author.slug} />
      <Counters author={author} />
      <TrustStrip trust={author.trust} />
      <div className="grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_19.5rem]">
        <PublishedWorks author={author} shown={shown} pinned={viewer?.isOwner ? viewer.pinned : null} />
        <aside aria-label="About this record">
          <TrustPanel author={author} steps={steps} />
          <LevelPanel trust={author.trust} />
          <ClaimBox author={author} viewer={viewer} />
          <InviteBox author={author} viewer={viewer} />
          <WorkingTogether collaborators={collaborators} />
          {author.keptBack.includes('coauthors') ? (
            <HiddenNotice id="around" title="Around this researcher" of="co-authors" />
          ) : (
            <GraphSlice author={author} neighbours={author.collaborators} edges={author.edges} total={author.coauthorsCount} />
          )}
          <RecordContexts contexts={author.contexts} />
          <NameLines author={author} />
          <DeclaredFigures author={author} />
          <RecordIndicators indicators={author.indicators} hidden={author.indicatorsHidden} />
          <AboutRecord author={author} />
          <ExportLinks author={author} base={env().PUBLIC_URL} />
        </aside>
      </div>
    </Page>
  );
}
