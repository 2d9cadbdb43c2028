import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { PasskeyGate, PasskeyMissing } from '#components/accounts/security/passkey-gate.tsx';
import { AdminPage } from '#components/operations/admin-page.tsx';
import { Failures, Jobs, Limits, Runs } from '#components/operations/health.tsx';
import { HealthTiles } from '#components/operations/health-tiles.tsx';
import { Witnesses } from '#components/operations/witnesses.tsx';
import { ReviewerRows } from '#components/reviews/reviewer-rows.tsx';
import { ActionButton } from '#components/site/action-button.tsx';
import { ActionField, ActionForm, ActionTextArea } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Confirmation } from '#components/ui/confirmation.tsx';
import { Day } from '#components/ui/day.tsx';
import { Section } from '#components/ui/section.tsx';
import { counted, figure } from '#components/ui/sentence.ts';
import type { PasskeyState } from '#lib/community/accounts/model/account.ts';
import { announce, removeAnnouncement } from '#lib/portal/operations/actions.ts';
import { loadOperations } from '#lib/portal/operations/loaders.ts';
import type { Announcement, InstanceFigures } from '#lib/portal/operations/model/operations.ts';
import { askToSignIn } from '../ask-to-sign-in.tsx';
import type { QueryProps } from '../page-props.ts';

export const metadata: Metadata = { title: 'This instance', robots: { index: false, follow: false } };

export default async function OverviewPage({ searchParams }: QueryProps) {
  const query = await searchParams;
  const operations = await loadOperations();
  if (operations === 'sign-in') return askToSignIn('/admin');
  if (operations === null) notFound();
  const { state, alerts, figures, runs, jobs, failures, limits, witnesses, conflicts, announcements, reviewers, passkey } = operations;
  return (
    <AdminPage current="overview" title="This instance" lead="Status, for its admins.">
      <PasskeyMissing state={passkey} next="/admin" />
      <HealthTiles state={state} alerts={alerts} />
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
        <Runs runs={runs} />
      </Section>
      <Section id="jobs" title="Jobs and emails">
        <p className="mb-3 max-w-measure text-sm text-soft">
          An email is a job of the kind send-mail. A job that fails is tried eight times; then it waits for you. Emails that the mail server
          rejects temporarily are tried for five days.
        </p>
        <Confirmation done={query.jobs} titles={{ retried: 'The job is tried again' }} />
        <Jobs jobs={jobs} />
        {failures.length > 0 && (
          <>
            <h3 className="mt-6 mb-2 font-semibold">Failed jobs</h3>
            <Failures failures={failures} passkey={passkey} />
          </>
        )}
      </Section>
      <Section id="reviewers" title="Volunteers and reviewers">
        <p className="mb-3 max-w-measure text-sm text-soft">
          You appoint reviewers. Each owns a profile at level L4 and has an account of 30 days and a passkey; the role is suspended while
          one of these is missing.
        </p>
        <ReviewerRows rows={reviewers} passkey={passkey} reader={operations.reader} />
      </Section>
      <Section id="witnesses" title="Witnesses of the evidence log">
        <Witnesses witnesses={witnesses} conflicts={conflicts} />
      </Section>
      <Section id="limits" title="Rate limits">
        <Limits limits={limits} />
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
  { term: 'Works', description: figure(figures.works) },
  { term: 'Profiles', description: `${figure(figures.authors)}, ${figure(figures.claimedAuthors)} of them claimed` },
  { term: 'Accounts', description: `${figure(figures.accounts)}, with ${counted(figures.openSessions, 'open session')}` },
  { term: 'Follows', description: figure(figures.follows) },
  { term: 'Open invitations', description: figure(figures.invitationsOpen) },
  { term: 'Conversations', description: figure(figures.threads) },
  {
    term: 'Waiting for a decision',
    description: figures.reviewsOldest ? (
      <>
        <a href="/review">{counted(figures.reviewsOpen, 'case')}</a>, the oldest since <Day at={figures.reviewsOldest} narrow />
      </>
    ) : (
      figure(figures.reviewsOpen)
    ),
  },
  { term: 'Events in the log', description: figure(figures.logEvents) },
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
            <ActionButton action={removeAnnouncement} back="/admin" sends={{ id }} label="Remove announcement" />
          </PasskeyGate>
        </li>
      ))}
    </ul>
  );
}
