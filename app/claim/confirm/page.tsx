import type { Metadata } from 'next';
import { ActionForm } from '#components/site/action-form.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { confirmProof } from '#lib/governance/claims/actions.ts';
import { loadConfirmation } from '#lib/governance/claims/loaders.ts';
import { ruleOf } from '#lib/governance/claims/model/proof-methods.ts';
import { refusals } from '#lib/portal/refusals.ts';
import { mailedLinkOf } from '../../mailed-link.ts';
import type { QueryProps } from '../../page-props.ts';

export const metadata: Metadata = { title: 'Confirm an address', robots: { index: false, follow: false } };

const codesByState = { sign_in: 'not_signed_in', of_another: 'unknown_proof', gone: 'proof_expired' } as const;

/** The target of an emailed proof link. */
export default async function ConfirmProofPage({ searchParams }: QueryProps) {
  const { proof, code } = await searchParams;
  const link = mailedLinkOf(proof, code);
  const back = link ? `/claim/confirm?proof=${link.id}&code=${link.code}` : undefined;
  const confirmation = link && (await loadConfirmation(link.id));
  if (confirmation?.state !== 'open')
    return (
      <Page>
        <PageHead title="Confirm an address" />
        <RefusalNotice refusal={refusals[confirmation ? codesByState[confirmation.state] : 'proof_expired']} back={back} kind="info" />
      </Page>
    );
  return (
    <Page>
      <PageHead
        eyebrow={<a href={`/claim/${confirmation.author.slug}`}>Back to the claim</a>}
        title="Confirm an address"
        lead={`That ${confirmation.address} is yours, as a proof for the profile of ${confirmation.author.name}.`}
      />
      <ActionForm action={confirmProof} back={back} hiddenInputs={{ proofId: confirmation.proofId, code: link?.code }}>
        <p className="max-w-measure text-sm text-soft">Public afterwards: {ruleOf(confirmation.kind).reveals}</p>
        <Button variant="primary">Confirm the address</Button>
      </ActionForm>
    </Page>
  );
}
