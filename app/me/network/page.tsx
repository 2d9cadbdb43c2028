import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { MePage } from '#components/accounts/me-page.tsx';
import { InvitationRows } from '#components/invitations/invitation-rows.tsx';
import { ReportRows } from '#components/reports/report-rows.tsx';
import { Section } from '#components/ui/section.tsx';
import { loadNetwork } from '#lib/portal/me/loaders.ts';
import { Blocks, Mutes } from '../blocks.tsx';
import { Follows } from '../follows.tsx';
import { Threads } from '../threads.tsx';

export const metadata: Metadata = { title: 'Your network', robots: { index: false, follow: false } };

export default async function NetworkPage() {
  const network = await loadNetwork();
  if (!network) redirect('/sign-in?problem=not_signed_in&next=%2Fme%2Fnetwork');
  const { threads, received, sent, blocks, kept, mutes, reports } = network;
  return (
    <MePage current="network" title="Your network" lead="Conversations, invitations, people you follow, and people you blocked.">
      <Section id="threads" title="Conversations">
        <Threads threads={threads} />
      </Section>
      <Section id="invitations" title="Invitations received">
        <InvitationRows invitations={received} none="None yet. Others can invite you once you own a profile and are open to invitations." />
      </Section>
      <Section id="sent" title="Invitations sent">
        <InvitationRows invitations={sent} none="None yet. To invite a person, open their profile." />
      </Section>
      <Section id="follows" title="You follow">
        <Follows />
      </Section>
      {blocks.length + kept.length > 0 && (
        <Section id="blocks" title="Blocked people">
          <Blocks blocks={blocks} kept={kept} />
        </Section>
      )}
      {mutes.length > 0 && (
        <Section id="mutes" title="Muted people">
          <Mutes mutes={mutes} />
        </Section>
      )}
      {reports.length > 0 && (
        <Section id="reports" title="Your reports">
          <ReportRows reports={reports} />
        </Section>
      )}
    </MePage>
  );
}
