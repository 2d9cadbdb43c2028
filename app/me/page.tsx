import type { Metadata } from 'next';
import { AccountFacts } from '#components/accounts/account-facts.tsx';
import { ScheduledErasure } from '#components/accounts/erasure.tsx';
import { FirstSteps } from '#components/accounts/first-steps.tsx';
import { MePage } from '#components/accounts/me-page.tsx';
import { RecentNotifications } from '#components/accounts/recent-notifications.tsx';
import { OwnClaim } from '#components/claims/own-claim.tsx';
import { OwnObjection } from '#components/claims/own-objection.tsx';
import { InvitationRows } from '#components/invitations/invitation-rows.tsx';
import { Island } from '#components/live/island.tsx';
import { allReadTitle } from '#components/notifications/mark-all-read.tsx';
import { ReviewerRoleForm } from '#components/reviews/reviewer-role-form.tsx';
import { LostRefusal } from '#components/site/lost-refusal.tsx';
import { RecordRows } from '#components/statements/record-rows.tsx';
import { Day } from '#components/ui/day.tsx';
import { Section } from '#components/ui/section.tsx';
import { loadTopicsToFollow } from '#lib/community/follows/loaders.ts';
import { isInvitationOpen } from '#lib/community/invitations/model/invitation.ts';
import { now } from '#lib/platform/clock.ts';
import { isDemoShown } from '#lib/portal/demo/loaders.ts';
import { loadDashboard } from '#lib/portal/me/loaders.ts';
import { recommendedFollows } from '#lib/portal/me/model.ts';
import { askToSignIn } from '../ask-to-sign-in.tsx';
import type { QueryProps } from '../page-props.ts';
import { Threads } from './threads.tsx';

export const metadata: Metadata = { title: 'Dashboard', robots: { index: false, follow: false } };

type Dashboard = NonNullable<Awaited<ReturnType<typeof loadDashboard>>>;

/** What a redirect to this page reports, by the value of `done`. */
const doneTexts: ReadonlyMap<unknown, string> = new Map([
  ['withdrawn', 'Your claim is withdrawn'],
  ['read', allReadTitle],
  ['offered', 'You have volunteered as a reviewer'],
  ['stopped', 'You have stopped reviewing'],
  ['skipped', 'The first steps are hidden in this browser'],
]);

const claimResultOf = ({ stage, author }: Dashboard['claims'][number]): string =>
  stage === 'accepted' ? `The profile of ${author.name} is yours` : 'Your claim is in public notice';

export default async function DashboardPage({ searchParams }: QueryProps) {
  const loadedAt = now();
  const me = await loadDashboard();
  if (!me) return askToSignIn('/me');
  const { claimed, saved, done } = await searchParams;
  const newClaim = me.claims.find(({ id }) => id === claimed);
  const openInvitations = me.received.filter(({ state }) => isInvitationOpen(state));
  const [demo, topics] = await Promise.all([
    isDemoShown(),
    me.firstSteps && me.firstSteps.follows < recommendedFollows ? loadTopicsToFollow() : [],
  ]);
  const isClaiming = me.claims.some(({ stage }) => stage === 'notice_period' || stage === 'in_review');
  const unreadThreads = me.threads.filter((thread) => thread.unread);
  return (
    <MePage
      current="overview"
      title={me.account.name ?? 'Dashboard'}
      lead="Only you can see these pages."
      wide
      done={newClaim ? claimResultOf(newClaim) : saved ? 'Saved' : (doneTexts.get(done) ?? null)}
      next={
        newClaim?.stage === 'notice_period' &&
        newClaim.noticeEndsAt && (
          <p>
            Unless somebody objects, it is accepted on <Day at={newClaim.noticeEndsAt} />, and we notify you. You can already{' '}
            <a href={`/claim/${newClaim.author.slug}`}>add a stronger proof</a>.
          </p>
        )
      }
    >
      <LostRefusal codes={['claim_closed', ...(me.reviewerRole.conditions.level ? [] : ['level_too_low_to_review'])]} />
      {me.erasure && (
        <div className="mb-8">
          <ScheduledErasure {...me.erasure} />
        </div>
      )}
      <div className="grid items-start gap-5 min-[78rem]:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-5">
          {me.firstSteps && <FirstSteps steps={me.firstSteps} hasProfile={me.records.length + me.claims.length > 0} topics={topics} />}
          <div className="grid min-w-0 gap-5" data-refreshed="to-do">
            <Section
              card
              id="invitations"
              title="Invitations to answer"
              aside={<AllLink href="/me/network#invitations">All invitations</AllLink>}
            >
              <InvitationRows
                invitations={openInvitations}
                none={
                  me.records.length > 0
                    ? 'No invitations to answer.'
                    : isClaiming
                      ? 'You can send and receive invitations once your claim is accepted.'
                      : withoutProfile
                }
              />
            </Section>
            {unreadThreads.length > 0 && (
              <Section card id="threads" title="New messages" aside={<AllLink href="/messages">All messages</AllLink>}>
                <Threads threads={unreadThreads} back="/me" />
              </Section>
            )}
          </div>
          <Island name="to-do" />
          <Section card id="records" title="Your profiles">
            <RecordRows records={me.records} />
          </Section>
          <Claims me={me} demo={demo} />
          <Section card id="news" title="Notifications" aside={<AllLink href="/notifications">All notifications</AllLink>}>
            <RecentNotifications notifications={me.notifications} loadedAt={loadedAt} />
          </Section>
        </div>
        <aside aria-label="Account and more" className="grid min-w-0 gap-5">
          <Section card id="account" title="Account">
            <AccountFacts account={me.account} mayLink={me.mayLink} orcidSetUp={me.orcidSetUp} />
          </Section>
          {(me.reviewerRole.decidesAs || me.reviewerRole.offered !== 'no' || me.reviewerRole.conditions.level) && (
            <Section card id="review" title="Reviews">
              <ReviewerRoleForm role={me.reviewerRole} />
            </Section>
          )}
          <MoreLinks me={me} />
        </aside>
      </div>
    </MePage>
  );
}

const withoutProfile = (
  <>
    You can send and receive invitations once you have a profile. <a href="/search">Find the profile with your works</a>
  </>
);

const AllLink = ({ href, children }: { href: string; children: string }) => (
  <a href={href} className="text-sm">
    {children}
  </a>
);

function Claims({ me: { claims, objections }, demo }: { me: Dashboard; demo: boolean }) {
  return (
    <Section card id="claims" title="Claims">
      {claims.length + objections.length === 0 ? (
        <p className="text-sm text-soft">
          None yet. <a href="/search">Find the profile with your works</a> and claim it.
        </p>
      ) : (
        <ul>
          {claims.map((claim) => (
            <OwnClaim key={claim.id} claim={claim} demo={demo} />
          ))}
          {objections.map((objection) => (
            <li key={objection.id} className="border-line border-t py-3 first:border-t-0">
              <a href={`/claim/${objection.author.slug}`} className="font-semibold">
                {objection.author.name}
              </a>{' '}
              <span className="text-sm text-soft">
                <OwnObjection objection={objection} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

const MoreLinks = ({ me: { openProposals } }: { me: Dashboard }) => (
  <Section card id="more" title="More">
    <ul className="space-y-1 text-sm">
      <li id="follows">
        <a href="/me/network#follows">Following</a>
      </li>
      <li id="sent">
        <a href="/me/network#sent">Invitations sent</a>
      </li>
      <li id="blocks">
        <a href="/me/network#blocks">Blocked people</a>
      </li>
      <li id="reports">
        <a href="/me/network#reports">Your reports</a>
      </li>
      <li id="proposals">
        <a href="/me/network#proposals">Your merges and splits</a>{' '}
        {openProposals > 0 && <span className="text-soft">{openProposals} open</span>}
      </li>
    </ul>
  </Section>
);
