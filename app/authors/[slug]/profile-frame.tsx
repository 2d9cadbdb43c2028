import type { ReactNode } from 'react';
import { CreatedProfileNotice } from '#components/authors/created-notice.tsx';
import { EvidenceBar } from '#components/authors/evidence-bar.tsx';
import { IdentityFlags } from '#components/authors/flags.tsx';
import { OwnerPrompts } from '#components/authors/owner-prompts.tsx';
import { ProfileActions } from '#components/authors/profile-actions.tsx';
import { ProfileHead } from '#components/authors/profile-head.tsx';
import { ViewerSlot } from '#components/site/viewer-slot.tsx';
import { Page } from '#components/ui/page.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { env } from '#lib/platform/env.ts';
import { type AuthorView, type AuthorViewerState, slotAuthor } from '#lib/portal/pages/model/author-record.ts';

interface Props {
  author: AuthorView;
  /** Null if the viewer is not signed in. */
  viewer: AuthorViewerState | null;
  tab: 'works' | 'coauthors' | 'topics' | 'sources' | 'trust';
  children: ReactNode;
}

/** The head and tabs of a profile, around the content of one tab. */
export function ProfileFrame({ author, viewer, tab, children }: Props) {
  const { slug, contexts } = author;
  const path = `/authors/${slug}`;
  const slotContent = slotAuthor(author);
  const tabs = [
    { key: 'works', label: 'Works', href: `${path}#tab`, count: author.counters.works },
    { key: 'coauthors', label: 'Co-authors', href: `${path}/coauthors#tab`, count: author.coauthorsCount },
    { key: 'topics', label: 'Topics and venues', href: `${path}/topics#tab`, count: contexts.topics.all + contexts.venues.all },
    { key: 'sources', label: 'Sources', href: `${path}/sources#tab`, count: author.sources.length },
    { key: 'trust', label: 'Trust', href: `${path}/trust#tab` },
  ];
  return (
    <Page width="page">
      <ProfileHead
        author={author}
        actions={
          <ViewerSlot name="profile-actions">
            <ProfileActions author={slotContent} viewer={viewer} />
          </ViewerSlot>
        }
      />
      {author.created && <CreatedProfileNotice slug={slug} isOwner={viewer?.isOwner ?? false} />}
      {viewer?.isOwner && <OwnerPrompts author={author} orcidSetUp={env().ORCID_CLIENT_ID !== undefined} />}
      <IdentityFlags flags={author.flags} slug={slug} />
      <EvidenceBar author={author} />
      <Tabs label="Profile" tabs={tabs.map((each) => ({ ...each, current: each.key === tab }))} />
      {children}
    </Page>
  );
}
