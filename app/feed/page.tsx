import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { FeedList } from '#components/feeds/feed-list.tsx';
import { FollowedSubjects } from '#components/feeds/followed.tsx';
import { mutePath } from '#components/feeds/mute.tsx';
import { PeopleYouMayKnow } from '#components/feeds/people-you-may-know.tsx';
import { ToDo } from '#components/feeds/to-do.tsx';
import { TopicsToFollow } from '#components/feeds/topics-to-follow.tsx';
import { Island } from '#components/live/island.tsx';
import { ApiButton } from '#components/site/api-button.tsx';
import { Confirmation } from '#components/ui/confirmation.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Pager } from '#components/ui/pager.tsx';
import { formatFeedCursor } from '#lib/community/feeds/model.ts';
import { loadNewestFollows, loadSuggestedPeople, loadTopicsToFollow } from '#lib/community/follows/loaders.ts';
import { followedInput } from '#lib/community/follows/model.ts';
import { loadListedPurposes } from '#lib/community/invitations/loaders.ts';
import { loadSavedIds } from '#lib/community/saved-works/loaders.ts';
import { firstValue } from '#lib/platform/form.ts';
import { loadToDo } from '#lib/portal/me/loaders.ts';
import { loadFeed } from '#lib/portal/pages/loaders/feeds.ts';
import type { QueryProps } from '../page-props.ts';

export const metadata: Metadata = { title: 'Your feed', robots: { index: false, follow: false } };

/** Confirmations, by what was done. */
const doneTitles = { hidden: 'The suggestion is hidden', muted: 'It is muted: it adds nothing to your feed' };

export default async function FeedPage({ searchParams }: QueryProps) {
  const { after, done, person, kind, id } = await searchParams;
  const muted = followedInput.safeParse({ kind, id }).data;
  const cursor = firstValue(after);
  const feed = await loadFeed(cursor);
  if (!feed) redirect('/sign-in?problem=not_signed_in&next=%2Ffeed');
  const shownWorkIds = feed.items.flatMap((item) => (item.kind === 'work' ? item.work.id : []));
  const [follows, toDo, people, saved, topics] = await Promise.all([
    loadNewestFollows(),
    loadToDo(),
    loadSuggestedPeople(),
    loadSavedIds(shownWorkIds),
    feed.items.length === 0 && cursor === undefined ? loadTopicsToFollow() : [],
  ]);
  const [first] = cursor === undefined ? feed.items : [];
  const path = cursor ? `/feed?${new URLSearchParams({ after: cursor })}` : '/feed';
  return (
    <Page width="page">
      <PageHead title="Your feed" lead="New works from what you follow, most recently added first." />
      <Confirmation done={done} titles={doneTitles}>
        {done === 'hidden' && typeof person === 'string' && (
          <ApiButton path="/api/hidden-suggestions" fields={{ authorId: person, want: 'off' }} back="/feed" label="Undo" />
        )}
        {done === 'muted' && muted && <ApiButton path={mutePath} fields={{ ...muted, want: 'off' }} back={path} label="Undo" />}
      </Confirmation>
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-5 lg:grid-cols-[13rem_minmax(0,1fr)] min-[78rem]:grid-cols-[13rem_minmax(0,1fr)_20rem] min-[78rem]:grid-rows-[auto_1fr]">
        {follows && <FollowedSubjects follows={follows} />}
        {toDo && (
          <div className="lg:col-start-2 min-[78rem]:col-start-3">
            <ToDo toDo={toDo} />
            <Island name="to-do" />
          </div>
        )}
        <div className="min-w-0 lg:col-start-2 min-[78rem]:row-span-2 min-[78rem]:row-start-1">
          {first && (
            <Island name="new-entries" props={{ url: `/feed/new?after=${formatFeedCursor(first.position)}` }}>
              <p role="status" className="mb-4 text-sm empty:hidden" />
            </Island>
          )}
          {feed.items.length > 0 ? (
            <FeedList items={feed.items} saved={saved ?? new Set()} path={path} />
          ) : (
            <>
              <NothingNew first={cursor === undefined} />
              <TopicsToFollow topics={topics} />
            </>
          )}
          <Pager listName="your feed" previous={cursor ? '/feed' : null} next={feed.next && `/feed?after=${feed.next}`} />
        </div>
        <div className="lg:col-start-2 min-[78rem]:col-start-3 min-[78rem]:row-start-2">
          <PeopleYouMayKnow people={people} open={await loadListedPurposes(people.map(({ authorId }) => authorId))} />
        </div>
      </div>
    </Page>
  );
}

const NothingNew = ({ first }: { first: boolean }) => (
  <EmptyState title={first ? 'Nothing is here yet.' : 'No more results'}>
    <p>
      {first ? 'Follow a ' : 'To see more, follow another '}
      <a href="/authors">person</a>, a <a href="/topics">topic</a>, a <a href="/venues">venue</a>, an{' '}
      <a href="/institutions">institution</a> or a <a href="/search">search for works</a>. Existing works appear in your feed at once, new
      works as they arrive.
    </p>
  </EmptyState>
);
