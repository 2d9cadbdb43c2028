import type { Metadata } from 'next';
import { AttestationRequests, AttestationsGiven, AttestationsReceived, VouchForm } from '#components/claims/attestations.tsx';
import { LostRefusal } from '#components/site/lost-refusal.tsx';
import { Confirmation } from '#components/ui/confirmation.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Section } from '#components/ui/section.tsx';
import { hasPower } from '#lib/catalog/powers/model.ts';
import { loadAttestations } from '#lib/governance/claims/loaders.ts';
import { askToSignIn } from '../ask-to-sign-in.tsx';
import type { QueryProps } from '../page-props.ts';

export const metadata: Metadata = { title: 'Attestations', robots: { index: false, follow: false } };

const titles = {
  asked: 'Your request is sent',
  given: 'Your attestation is saved',
  declined: 'The request is declined',
  withdrawn: 'Your attestation is withdrawn',
};

/** Attestations: co-authors confirm shared works, and L4 owners vouch. Only between people with claimed records. */
export default async function AttestationsPage({ searchParams }: QueryProps) {
  const page = await loadAttestations();
  if (!page) return askToSignIn('/confirm');
  const { done } = await searchParams;
  return (
    <Page>
      <PageHead
        title="Attestations"
        lead="A co-author can confirm that you wrote a work together, and people at level L4 can vouch for you. Attestations are shown on your profile with their names."
      />
      <Confirmation done={done} titles={titles} />
      <LostRefusal codes={['attestation_closed']} />
      <Section id="from" title="Requests to you, and your attestations">
        <AttestationsGiven attestations={page.from} />
      </Section>
      <Section id="about" title="About your profiles">
        <AttestationsReceived attestations={page.about} />
      </Section>
      {page.records.map(({ id, name, level, candidates }) => (
        <Section key={id} id={`ask-${id}`} title={`Request attestations for ${name}`}>
          <AttestationRequests authorId={id} candidates={candidates} />
          {hasPower(level, 'vouch') && (
            <div className="mt-6">
              <VouchForm fromAuthorId={id} name={name} />
            </div>
          )}
        </Section>
      ))}
      {page.records.length === 0 && (
        <p className="max-w-measure text-sm text-soft">Claim your own profile first. Then you can ask co-authors.</p>
      )}
    </Page>
  );
}
