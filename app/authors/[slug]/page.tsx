import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { Career } from '#components/authors/career.tsx';
import { ClaimBox } from '#components/authors/claim-box.tsx';
import { ClosestCoauthors } from '#components/authors/closest-coauthors.tsx';
import { EditedVolumes } from '#components/authors/edited-volumes.tsx';
import { ExportLinks } from '#components/authors/export-links.tsx';
import { profileDescription } from '#components/authors/profile-description.ts';
import { TrustSnapshot } from '#components/authors/trust-snapshot.tsx';
import { TopicChips } from '#components/contexts/topic-chips.tsx';
import { ResearchSlice } from '#components/graph/research-slice.tsx';
import { JsonLd } from '#components/site/json-ld.tsx';
import { openGraphOf } from '#components/site/open-graph.ts';
import { ViewerSlot } from '#components/site/viewer-slot.tsx';
import { HiddenNotice } from '#components/statements/hidden-notice.tsx';
import { authorNodeId } from '#lib/catalog/graph/model/kinds.ts';
import { citationLinks } from '#lib/catalog/works/model/citations/formats.ts';
import { feedLinks } from '#lib/catalog/works/model/feeds.ts';
import { formatSelection, hasBlankParameters, parseSelection } from '#lib/catalog/works/model/list/selection.ts';
import { loadListFollows } from '#lib/community/follows/loaders.ts';
import { env } from '#lib/platform/env.ts';
import { firstValue } from '#lib/platform/form.ts';
import { loadViewerState } from '#lib/portal/me/loaders.ts';
import { loadAuthor } from '#lib/portal/pages/loaders/authors.ts';
import { loadRecordSlice } from '#lib/portal/pages/loaders/graph.ts';
import { loadPastProfile } from '#lib/portal/pages/loaders/history.ts';
import { profileLinkedData } from '#lib/portal/pages/model/author-linked-data.ts';
import { found } from '../../found.ts';
import type { PageProps } from '../../page-props.ts';
import { PastProfilePage } from './past-profile.tsx';
import { ProfileFrame } from './profile-frame.tsx';
import { PublishedWorks } from './published-works.tsx';

/** Parameters that change how the page looks, not which works it lists. */
const viewOptions = ['abstracts', 'select'] as const;

async function paramsOf(searchParams: PageProps<'slug'>['searchParams']): Promise<URLSearchParams> {
  const entries = Object.entries(await searchParams).map(([name, value]) => [name, firstValue(value)]);
  return new URLSearchParams(entries.filter((pair): pair is [string, string] => pair[1] !== undefined));
}

/** Loads the record, or redirects if the slug belongs to another. */
async function loadRecord({ params, searchParams }: PageProps<'slug'>) {
  const { slug } = await params;
  const urlParams = await paramsOf(searchParams);
  const { selection, ignored } = parseSelection(urlParams);
  const query = formatSelection(selection);
  const listPath = (place: string): string => {
    const fullQuery = new URLSearchParams(query);
    for (const name of viewOptions) if (urlParams.get(name)) fullQuery.set(name, urlParams.get(name) ?? '');
    return `/authors/${place}${fullQuery.size > 0 ? `?${fullQuery}` : ''}`;
  };
  // Forms also send blank fields; the redirect keeps one URL for each list.
  if (hasBlankParameters(urlParams)) redirect(`${listPath(encodeURIComponent(slug))}#works`);
  const after = urlParams.get('after');
  if (after) query.set('after', after);
  return {
    author: found(await loadAuthor(slug, `${query}`), listPath),
    whole: query.size === 0 && viewOptions.every((name) => !urlParams.has(name)),
    shown: { after, ignored, abstracts: urlParams.get('abstracts') === 'open', select: urlParams.get('select') === 'on' },
  };
}

/** Returns the profile of another day; null for today's. */
async function loadPast({ params, searchParams }: PageProps<'slug'>) {
  const urlParams = await paramsOf(searchParams);
  const day = urlParams.get('as-of');
  if (day === null) return null;
  const { slug } = await params;
  const result = await loadPastProfile(slug, day);
  if (result === null) notFound();
  if ('redirect' in result) redirect(result.redirect);
  return { profile: result, page: Math.max(1, Number.parseInt(urlParams.get('page') ?? '', 10) || 1) };
}

export async function generateMetadata(props: PageProps<'slug'>): Promise<Metadata> {
  const other = await loadPast(props);
  if (other) return pastMetadata(other.profile.author);
  const { author, whole } = await loadRecord(props);
  return {
    title: author.name,
    description: profileDescription(author),
    alternates: {
      canonical: `/authors/${author.slug}`,
      types: {
        ...feedLinks(`/authors/${author.slug}`),
        ...citationLinks(`/authors/${author.slug}/works`),
        'application/json+oembed': `/oembed.json?url=${encodeURIComponent(`${env().PUBLIC_URL}/authors/${author.slug}`)}`,
      },
    },
    openGraph: openGraphOf(author.name, `/authors/${author.slug}`, 'profile'),
    robots: whole && author.listed ? undefined : { index: false },
  };
}

const pastMetadata = ({ slug, name }: { slug: string; name: string }): Metadata => ({
  title: `${name} on another day`,
  description: `The profile of ${name} as it was on another day.`,
  robots: { index: false },
  alternates: { canonical: `/authors/${slug}` },
});

export default async function AuthorPage(props: PageProps<'slug'>) {
  const other = await loadPast(props);
  if (other) return <PastProfilePage profile={other.profile} page={other.page} />;
  const { author, shown } = await loadRecord(props);
  // Null, and no query, without a session: the public page contains nothing about the viewer.
  const [viewer, around] = [await loadViewerState(author), await loadRecordSlice(authorNodeId(author))];
  return (
    <ProfileFrame author={author} viewer={viewer} tab="works">
      <JsonLd data={profileLinkedData(author, env().PUBLIC_URL)} />
      <div className="columns-main">
        <div className="min-w-0">
          <Career owner={author.owner} slug={author.slug} />
          <PublishedWorks author={author} shown={shown} pinned={viewer?.isOwner ? viewer.pinned : null} />
          {shown.after === null && <EditedVolumes volumes={author.edited} />}
        </div>
        <aside aria-label="About this profile" className="grid grid-cols-1 content-start gap-7">
          <ViewerSlot name="profile-claim">
            <ClaimBox author={author} viewer={viewer} />
          </ViewerSlot>
          <div className="grid grid-cols-1 gap-7">
            {around && <ResearchSlice {...around} />}
            {author.hiddenFields.includes('coauthors') ? (
              <HiddenNotice id="around" title="Closest co-authors" what="co-authors" />
            ) : (
              <ClosestCoauthors author={author} follows={await loadListFollows(author.collaborators)} />
            )}
          </div>
          <div className="grid grid-cols-1 gap-7">
            <TrustSnapshot author={author} />
            <TopicChips contexts={author.contexts} slug={author.slug} />
          </div>
          <ExportLinks author={author} base={env().PUBLIC_URL} />
        </aside>
      </div>
    </ProfileFrame>
  );
}
