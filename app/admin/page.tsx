import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { MissingPasskeyNotice, PasskeyGate } from '#components/accounts/security/passkey-gate.tsx';
import { AdminPage } from '#components/operations/admin-page.tsx';
import { FailedJobs, ImportRuns, JobTable, RateLimits } from '#components/operations/health.tsx';
import { HealthTiles } from '#components/operations/health-tiles.tsx';
import { InvitedStaff } from '#components/operations/invited-staff.tsx';
import { Unusual } from '#components/operations/unusual.tsx';
import { Witnesses } from '#components/operations/witnesses.tsx';
import { ReviewerRows } from '#components/reviews/reviewer-rows.tsx';
import { ActionButton } from '#components/site/action-button.tsx';
import { ActionField, ActionForm, ActionTextArea } from '#components/site/action-form.tsx';
import { LostRefusal } from '#components/site/lost-refusal.tsx';
import { Button } from '#components/ui/button.tsx';
import { Confirmation } from '#components/ui/confirmation.tsx';
import { Day } from '#components/ui/day.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Section } from '#components/ui/section.tsx';
import { formatCount, formatNumber } from '#components/ui/sentence.ts';
import type { PasskeyState } from '#lib/community/accounts/model/account.ts';
import { inWords, maxJobAttempts, maxTransientRetryDays } from '#lib/platform/limits.ts';
import { minAccountDays, minReviewers } from '#lib/portal/decisions/model/reviewers.ts';
import { announce, removeAnnouncement } from '#lib/portal/operations/actions.ts';
import { loadOperations } from '#lib/portal/operations/loaders.ts';
import type { Announcement, InstanceFigures } from '#lib/portal/operations/model/operations.ts';
import { askToSignIn } from '../ask-to-sign-in.tsx';
import type { QueryProps } from '../page-props.ts';

export const metadata: Metadata = { title: 'This instance', robots: { index: false, follow: false } };

export default async function AdminOverviewPage({ searchParams }: QueryProps) {
  const query = await searchParams;
  const operations = await loadOperations();
  if (operations === 'sign-in') return askToSignIn('/admin');
  if (operations === null) notFound();
  const {
    state,
    alerts,
    unusual,
    staff,
    deciders,
    figures,
    runs,
    jobs,
    failures,
    limits,
    witnesses,
    conflicts,
    announcements,
    reviewers,
    passkey,
  } = operations;
  return (
    <AdminPage current="overview" title="This instance" lead="Status, for its admins.">
      <LostRefusal codes={['unknown_volunteer', 'reviewer_not_eligible', 'unknown_announcement', 'unknown_job', 'unknown_claim']} />
      <MissingPasskeyNotice state={passkey} next="/admin" />
      <HealthTiles state={state} alerts={alerts} />
      <Section id="unusual" title="Unusual today">
        <Confirmation done={query.unusual} titles={{ allowed: 'The notice ends on its usual day' }} />
        <Unusual events={unusual} passkey={passkey} />
      </Section>
      <Section id="staff" title="Invited staff">
        <InvitedStaff staff={staff} />
      </Section>
      <Section id="figures" title="Totals">
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
          {figureItems(figures).map(({ term, description }) => (
            <div key={term}>
              <dt className="text-sm text-soft">{term}</dt>
              <dd className="font-serif text-lg">{description}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section id="sources" title="Sources and their last runs">
        <ImportRuns runs={runs} />
        <p className="mt-3 text-sm">
          <a href="/admin/set-aside">Records set aside</a>, each with its reason.
        </p>
      </Section>
      <Section id="jobs" title="Jobs and emails">
        <p className="mb-3 max-w-measure text-sm text-soft">
          A job that fails is tried {inWords(maxJobAttempts)} times; then it waits for you. Emails that the mail server rejects temporarily
          are tried for {inWords(maxTransientRetryDays)} days.
        </p>
        <Confirmation done={query.jobs} titles={{ retried: 'The job is tried again' }} />
        <JobTable jobs={jobs} />
        {failures.length > 0 && (
          <>
            <h3 className="mt-6 mb-2 font-semibold">Failed jobs</h3>
            <FailedJobs failures={failures} passkey={passkey} />
          </>
        )}
      </Section>
      <Section id="reviewers" title="Volunteers and reviewers">
        <p className="mb-3 max-w-measure text-sm text-soft">
          You appoint reviewers. Each owns a profile at level L4 and has an account of {minAccountDays} days and a passkey; the role is
          suspended while one of these is missing.
        </p>
        {deciders < minReviewers && (
          <Notice kind="warn" title="No two independent people can decide cases">
            <p>Whose a profile is takes two votes. Make a person of another institution an admin, or appoint a reviewer there.</p>
          </Notice>
        )}
        <Confirmation
          done={query.reviewers}
          titles={{ appointed: 'The reviewer is appointed', declined: 'The offer is declined', dismissed: 'The reviewer is dismissed' }}
        />
        <ReviewerRows rows={reviewers} passkey={passkey} reader={operations.reader} />
      </Section>
      <Section id="witnesses" title="Witnesses of the evidence log">
        <Witnesses witnesses={witnesses} conflicts={conflicts} />
      </Section>
      <Section id="limits" title="Rate limits">
        <RateLimits limits={limits} />
      </Section>
      <Section id="announcements" title="Announcements">
        <Confirmation
          done={query.announcements}
          titles={{ added: 'The announcement is shown on all pages', ended: 'The announcement is ended' }}
        />
        <AnnouncementRows announcements={announcements} passkey={passkey} />
        <ActionForm action={announce} back="/admin">
          <ActionTextArea name="text" label="Announcement" hint="One or two sentences, shown on every page." required rows={2} />
          <ActionField name="href" label="Where to read more (optional)" hint="A path of this site, or an https address." />
          <ActionField name="days" label="For how many days" defaultValue="7" inputMode="numeric" required />
          <PasskeyGate state={passkey} next="/admin" to="to announce it">
            <Button variant="primary">Publish announcement</Button>
          </PasskeyGate>
        </ActionForm>
      </Section>
    </AdminPage>
  );
}

const figureItems = (figures: InstanceFigures) => [
  { term: 'Works', description: formatNumber(figures.works) },
  { term: 'Profiles', description: `${formatNumber(figures.authors)}, ${formatNumber(figures.claimedAuthors)} of them claimed` },
  { term: 'Accounts', description: `${formatNumber(figures.accounts)}, with ${formatCount(figures.openSessions, 'open session')}` },
  { term: 'Follows', description: formatNumber(figures.follows) },
  { term: 'Open invitations', description: formatNumber(figures.invitationsOpen) },
  { term: 'Conversations', description: formatNumber(figures.threads) },
  {
    term: 'Waiting for a decision',
    description: figures.reviewsOldest ? (
      <>
        <a href="/review">{formatCount(figures.reviewsOpen, 'case')}</a>, the oldest since <Day at={figures.reviewsOldest} narrow />
      </>
    ) : (
      formatNumber(figures.reviewsOpen)
    ),
  },
  { term: 'Events in the log', description: formatNumber(figures.logEvents) },
];

function AnnouncementRows({ announcements, passkey }: { announcements: readonly Announcement[]; passkey: PasskeyState }) {
  if (announcements.length === 0) return null;
  return (
    <ul className="mb-6 divide-y divide-line border-line border-y">
      {announcements.map(({ id, text, until }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 py-2.5">
          <p className="min-w-0">
            {text}{' '}
            <span className="text-soft text-sm">
              until <Day at={until} narrow />
            </span>
          </p>
          <PasskeyGate state={passkey} next="/admin" to="to remove it">
            <ActionButton action={removeAnnouncement} back="/admin" hiddenInputs={{ id }} label="Remove announcement" />
          </PasskeyGate>
        </li>
      ))}
    </ul>
  );
}
