import type { Metadata } from 'next';
import { MePage } from '#components/accounts/me-page.tsx';
import { FollowLists } from '#components/follows/follow-lists.tsx';
import { ProposalRows } from '#components/identity/proposal-rows.tsx';
import { InvitationRows } from '#components/invitations/invitation-rows.tsx';
import { ReportRows } from '#components/reports/report-rows.tsx';
import { LostRefusal } from '#components/site/lost-refusal.tsx';
import { Confirmation } from '#components/ui/confirmation.tsx';
import { Section } from '#components/ui/section.tsx';
import { loadFollows } from '#lib/community/follows/loaders.ts';
import { loadNetwork } from '#lib/portal/me/loaders.ts';
import { askToSignIn } from '../../ask-to-sign-in.tsx';
import type { QueryProps } from '../../page-props.ts';
import { Blocks, Mutes } from '../blocks.tsx';
import { Threads } from '../threads.tsx';

export const metadata: Metadata = { title: 'Your network', robots: { index: false, follow: false } };

/** Confirmations of the forms in each section. */
const doneTitles = {
  follows: { on: 'You get new works from it again', muted: 'It is muted', off: 'It is removed from this list' },
  blocks: { blocked: 'The person is blocked', unblocked: 'The person is unblocked' },
  proposals: { withdrawn: 'Your proposal is withdrawn' },
  reports: { sent: 'Your report is sent to the reviewers', withdrawn: 'Your report is withdrawn' },
} as const;

export default async function NetworkPage({ searchParams }: QueryProps) {
  const network = await loadNetwork();
  if (!network) return askToSignIn('/me/network');
  const [query, follows] = await Promise.all([searchParams, loadFollows()]);
  const { threads, received, sent, blocks, retained, mutes, reports, proposals } = network;
  return (
    <MePage current="network" title="Your network">
      <LostRefusal codes={['unknown_proposal', 'unknown_report', 'unknown_block']} />
      <Section id="threads" title="Conversations">
        <Threads threads={threads} />
      </Section>
      <Section id="invitations" title="Invitations received">
        <InvitationRows invitations={received} none="None yet. Others can invite you while your profile is open to invitations." />
      </Section>
      <Section id="sent" title="Invitations sent">
        <InvitationRows invitations={sent} none="None yet. Invite people from their profile." />
      </Section>
      <Section id="follows" title="You follow">
        <Confirmation done={query.follows} titles={doneTitles.follows} />
        {follows && <FollowLists follows={follows} />}
      </Section>
      {(blocks.length + retained.length > 0 || query.blocks === 'unblocked') && (
        <Section id="blocks" title="Blocked people">
          <Confirmation done={query.blocks} titles={doneTitles.blocks} />
          <Blocks blocks={blocks} retained={retained} />
        </Section>
      )}
      {mutes.length > 0 && (
        <Section id="mutes" title="Muted people">
          <Mutes mutes={mutes} />
        </Section>
      )}
      {reports.length > 0 && (
        <Section id="reports" title="Your reports">
          <Confirmation done={query.reports} titles={doneTitles.reports} />
          <ReportRows reports={reports} />
        </Section>
      )}
      <Section id="proposals" title="Your merges and splits">
        <Confirmation done={query.proposals} titles={doneTitles.proposals} />
        <ProposalRows proposals={proposals} />
      </Section>
    </MePage>
  );
}
