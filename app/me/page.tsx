import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { AccountFacts } from '#components/accounts/account-facts.tsx';
import { News } from '#components/accounts/news.tsx';
import { OwnClaim } from '#components/claims/own-claim.tsx';
import { OwnObjection } from '#components/claims/own-objection.tsx';
import { IndicatorsShown } from '#components/indicators/indicators-shown.tsx';
import { Availability } from '#components/invitations/availability-form.tsx';
import { InvitationRows } from '#components/invitations/invitation-rows.tsx';
import { ReportRows } from '#components/reports/report-rows.tsx';
import { OwnPartForm } from '#components/reviews/own-part.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Section } from '#components/ui/section.tsx';
import { loadMe } from '#lib/accounts/loaders.ts';
import { Blocks, Mutes } from './blocks.tsx';
import { Follows } from './follows.tsx';
import { Threads } from './threads.tsx';

export const metadata: Metadata = { title: 'Your page', robots: { index: false, follow: false } };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function MePage({ searchParams }: Props) {
  const me = await loadMe();
  if (!me) redirect('/sign-in?problem=not_signed_in&next=%2Fme');
  const { claimed, saved, change } = await searchParams;
  const made = me.claims.find(({ id }) => id === claimed);
  return (
    <Page>
      <PageHead title={me.account.name ?? 'Your page'} lead="All that is yours here: nobody else can read this page." />
      {made && (
        <div className="mb-8">
          <Notice
            kind="success"
            title={made.stage === 'accepted' ? `The record of ${made.author.name} is yours` : 'Your claim stands in public notice'}
          />
        </div>
      )}
      {saved && (
        <div className="mb-8">
          <Notice kind="success" title="Saved" />
        </div>
      )}
      <Section id="news" title="News">
        <News notifications={me.notifications} />
      </Section>
      <Section id="claims" title="Claims">
        {me.claims.length + me.objections.length === 0 ? (
          <p className="text-sm text-soft">
            None yet. <a href="/search">Find the record with your works</a> and claim it.
          </p>
        ) : (
          <ul>
            {me.claims.map((claim) => (
              <OwnClaim key={claim.id} claim={claim} />
            ))}
            {me.objections.map((objection) => (
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
      {me.records.length > 0 && (
        <Section id="records" title="Invitations to you">
          <div className="space-y-10">
            {me.records.map((record) => (
              <Availability key={record.id} record={record} changing={change === record.id} />
            ))}
          </div>
        </Section>
      )}
      {me.records.length > 0 && (
        <Section id="indicators" title="Indicators on your records">
          <div className="space-y-6">
            {me.records.map((record) => (
              <IndicatorsShown key={record.id} record={record} />
            ))}
          </div>
        </Section>
      )}
      {me.records.length > 0 && (
        <Section id="names" title="How your name is shown">
          <ul className="space-y-1 text-sm">
            {me.records.map(({ id, slug, name }) => (
              <li key={id}>
                {name}: <a href={`/visibility?record=${slug}`}>show it less, or again</a>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section id="threads" title="Threads">
        <Threads threads={me.threads} />
      </Section>
      <Section id="invitations" title="Invitations received">
        <InvitationRows
          invitations={me.received}
          none="None yet. Others can invite you once your record is claimed and you are open to it."
        />
      </Section>
      <Section id="sent" title="Invitations sent">
        <InvitationRows invitations={me.sent} none="None yet. You invite from the record of the person you would like to work with." />
      </Section>
      <Section id="follows" title="You follow">
        <Follows />
      </Section>
      {me.blocks.length > 0 && (
        <Section id="blocks" title="People you hear no more from">
          <Blocks blocks={me.blocks} />
        </Section>
      )}
      {me.mutes.length > 0 && (
        <Section id="mutes" title="People whose messages you are not told of">
          <Mutes mutes={me.mutes} />
        </Section>
      )}
      {me.reports.length > 0 && (
        <Section id="reports" title="Reports you made">
          <ReportRows reports={me.reports} />
        </Section>
      )}
      {(me.part.decidesAs || me.part.offered || me.part.mayVolunteer) && (
        <Section id="review" title="Deciding">
          <OwnPartForm part={me.part} />
        </Section>
      )}
      <Section id="account" title="Account">
        <AccountFacts account={me.account} mayLink={me.mayLink} orcidSetUp={me.orcidSetUp} />
      </Section>
    </Page>
  );
}
