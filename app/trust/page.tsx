import type { ReactNode } from 'react';
import { formatQueueTimes } from '#components/reviews/review-labels.ts';
import { LabelsTable, LevelsTable, PointsTable, ProofsTable } from '#components/trust/method-tables.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { OnThisPage } from '#components/ui/on-this-page.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Prose } from '#components/ui/prose.tsx';
import { disputePenalty, levelCaps } from '#lib/catalog/trust/model/points.ts';
import { trustMethod } from '#lib/catalog/trust/model/snapshot.ts';
import { vouchMonths } from '#lib/governance/claims/model/attestations.ts';
import { proofRules } from '#lib/governance/claims/model/proof-methods.ts';
import { loadQueueTimes } from '#lib/portal/decisions/loaders.ts';
import { minAccountDays } from '#lib/portal/decisions/model/reviewers.ts';
import { sitePageMetadata } from '../site-pages.ts';

export const generateMetadata = () => sitePageMetadata('trust');

const parts = [
  { id: 'never', title: 'Never counted' },
  { id: 'facts', title: 'Points, level and claim' },
  { id: 'verify', title: 'Check it yourself' },
  { id: 'points', title: 'Points' },
  { id: 'labels', title: 'Labels and levels' },
  { id: 'proofs', title: 'Proofs' },
  { id: 'decisions', title: 'Review by people' },
];

/** Font classes for text beside tables, equal to the text above them. */
const textClass = 'max-w-text font-serif text-md';

export default async function TrustPage() {
  return (
    <Page width="page">
      <PageHead eyebrow={`Method ${trustMethod}`} title="How trust works" />
      <OnThisPage parts={parts}>
        <Introduction />
        <div className="mt-12 space-y-12">
          <MethodSection id="points" title="Points">
            <p className={`mb-4 ${textClass}`}>
              The parts are added up. The level of the profile caps the sum, and an open dispute takes {disputePenalty} away. Every point
              names the source records, works or proofs behind it.
            </p>
            <Disclosure summary="Every rule, with its maximum points">
              <PointsTable />
            </Disclosure>
          </MethodSection>
          <MethodSection id="labels" title="Labels and levels">
            <div className="space-y-8">
              <LabelsTable />
              <LevelsTable />
            </div>
          </MethodSection>
          <MethodSection id="proofs" title="Proofs">
            <p className={`mb-4 ${textClass}`}>
              A proof shows that somebody controls something: an iD, a mailbox, a domain. It is strong only if somebody else connects it to
              this author. Snapshots made before this method carry the name evidence-1 and stay as they are.
            </p>
            <ProofsTable />
            <p className={`mt-4 ${textClass}`}>
              Proofs expire: email and institution after {proofRules.email.months} months, ORCID and vouches after {vouchMonths}. An expired
              proof stays in the history and gives no points.
            </p>
          </MethodSection>
          <MethodSection id="decisions" title="Review by people">
            <Decisions times={formatQueueTimes(await loadQueueTimes())} />
          </MethodSection>
        </div>
      </OnThisPage>
    </Page>
  );
}

const Introduction = () => (
  <Prose>
    <p>
      Trust points say how much evidence supports a profile: that the works are by this person, that all of them are by one person, and that
      this person maintains the profile. They say nothing about how good the work is.
    </p>
    <p>
      Few points are normal for a profile that nobody has claimed: at most {levelCaps[1]} are possible there. Claiming and proving it adds
      the rest.
    </p>
    <h2 id="never">Never counted</h2>
    <p>
      Citations, h-index, works above three, topics, followers, views, venue, the rank of an institution, country, novelty, any score,
      payment, and invitations sent. Profiles are never sorted by points, and there is no list of the highest.
    </p>
    <h2 id="facts">Points, level and claim</h2>
    <ul>
      <li>Points, from 0 to 100, with a label: how much evidence there is.</li>
      <li>A level, from L0 to L5: which conditions are met, one after the other.</li>
      <li>The state of the claim: unclaimed, in its public notice, claimed, or disputed.</li>
    </ul>
    <h2 id="verify">Check it yourself</h2>
    <p>
      Every profile offers its evidence as a signed file, and a small program that computes the points again. Proofs and decisions are in{' '}
      <a href="/trust/log">a signed log</a> that cannot be changed unnoticed.
    </p>
  </Prose>
);

function MethodSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 font-medium font-serif text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

const Decisions = ({ times }: { times: string }) => (
  <div className={`space-y-4 ${textClass}`}>
    <p>
      A strong proof decides at once, by rule. People decide about rival proofs, appeals and reports. Every decision has a reason and a
      remedy, and each side can appeal once, to other people.
    </p>
    <Disclosure summary="Who decides">
      <p className="mb-2">
        Admins, and reviewers whom an admin has appointed. A reviewer owns a profile at level L4 and has an account that is at least{' '}
        {minAccountDays} days old. Nobody decides on their own claim, profile or report, or on who owns the profile of a co-author.
      </p>
      <p>
        Ownership of a profile, impersonation, merging a claimed profile and how a name is shown take two agreeing votes, by people who
        share no institution, iD, network, recent work or vouch.
      </p>
    </Disclosure>
    <p>How long decisions take: {times}</p>
  </div>
);
