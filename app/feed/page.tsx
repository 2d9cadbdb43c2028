import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { FeedList } from '#components/feeds/feed-list.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Pager } from '#components/ui/pager.tsx';
import { loadFeed } from '#lib/portal/pages/loaders/feeds.ts';

export const metadata: Metadata = { title: 'Your feed', robots: { index: false, follow: false } };

interface Props {
  searchParams: Promise<{ after?: string | string[] }>;
}

export default async function FeedPage({ searchParams }: Props) {
  const { after } = await searchParams;
  const cursor = Array.isArray(after) ? after[0] : after;
  const feed = await loadFeed(cursor);
  if (!feed) redirect('/sign-in?problem=not_signed_in&next=%2Ffeed');
  return (
    <Page width="list">
      <PageHead
        title="Your feed"
        lead={
          <>
            New works from what you follow, newest first. <a href="/me/network#follows">Following</a> ·{' '}
            <a href="/me/notifications#digest">Get it by mail</a>
          </>
        }
      />
      {feed.items.length > 0 ? <FeedList items={feed.items} /> : <NothingNew first={cursor === undefined} />}
      <Pager of="your feed" previous={cursor ? '/feed' : null} next={feed.next && `/feed?after=${feed.next}`} />
    </Page>
  );
}

const NothingNew = ({ first }: { first: boolean }) => (
  <EmptyState title={first ? 'Nothing is here yet.' : 'No more results'}>
    <p>
      {first ? 'Follow a person, a ' : 'To see more, follow more people, a '}
      <a href="/topics">topic</a>, a <a href="/venues">venue</a>, an <a href="/institutions">institution</a> or a{' '}
      <a href="/search">search for works</a>. Existing works appear in your feed at once, new works as they arrive.
    </p>
  </EmptyState>
);
