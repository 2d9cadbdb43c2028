import type { Metadata } from 'next';
import { notFound, permanentRedirect } from 'next/navigation';
import { Candidates } from '#components/claims/candidates.tsx';
import { ClaimStatus } from '#components/claims/claim-status.tsx';
import { NextSteps } from '#components/claims/next-steps.tsx';
import { OpenProof } from '#components/claims/open-proof.tsx';
import { OwnProofs } from '#components/claims/own-proofs.tsx';
import { ProofOptions } from '#components/claims/proof-options.tsx';
import { timesSentence } from '#components/reviews/review-labels.ts';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Section } from '#components/ui/section.tsx';
import { counted } from '#components/ui/sentence.ts';
import { type ClaimPage, loadClaimPage } from '#lib/governance/claims/loaders.ts';
import type { ProofOption } from '#lib/governance/claims/model/proof-options.ts';
import { loadQueueTimes } from '#lib/portal/decisions/loaders.ts';
import type { QueueTimes } from '#lib/portal/decisions/model/views.ts';
import { refusalOf } from '#lib/portal/refusals.ts';

interface Props {
  params: Promise<{ slug: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

async function claimable({ params }: Pick<Props, 'params'>): Promise<ClaimPage> {
  const found = await loadClaimPage((await params).slug);
  if (!found) notFound();
  if ('redirect' in found) permanentRedirect(`/claim/${found.redirect}`);
  return found;
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { author } = await claimable(props);
  return { title: `Claim ${author.name}`, robots: { index: false, follow: false } };
}

/** Refusals that no proof can change, because of the record itself. */
const never = ['unknown_author', 'organisation_record', 'unresolved_record'];

export default async function ClaimRecordPage(props: Props) {
  const page = await claimable(props);
  const times = await loadQueueTimes();
  const { shown, proof: asked, problem } = await props.searchParams;
  const { author, refusal } = page;
  const back = `/claim/${author.slug}`;
  const just = page.proofs.find(({ id }) => id === shown);
  const renewing = page.proofs.find(({ id, state }) => id === asked && state !== 'issued');
  return (
    <Page>
      <PageHead
        eyebrow={<a href={`/authors/${author.slug}`}>Back to the record</a>}
        title={`Claim the record of ${author.name}`}
        lead={`${counted(author.works, 'work')}${author.affiliation ? `, ${author.affiliation}` : ''}. Claim it only if these works are yours: a claim is public, and a wrong one can be undone.`}
      />
      {just && (
        <div className="mb-8">
          <Notice kind="success" title={page.own?.stage === 'accepted' ? `The record of ${author.name} is yours` : 'Your proof is saved'} />
        </div>
      )}
      {typeof problem === 'string' && (
        <div className="mb-8">
          <RefusalNotice refusal={refusalOf(problem)} back={back} />
        </div>
      )}
      {renewing && (
        <div className="mb-8">
          <Notice kind="success" title="We sent a link to this address">
            <p>The proof still counts. Open the link and press the button to renew it for a year.</p>
          </Notice>
        </div>
      )}
      {(page.own || page.ended || refusal || page.doubted) && (
        <Section id="stand" title="Status">
          <ClaimStatus stand={page} back={back} />
        </Section>
      )}
      {!(refusal && never.includes(refusal)) && <Steps page={page} back={back} times={times} />}
    </Page>
  );
}

function Steps({ page, back, times }: { page: ClaimPage; back: string; times: QueueTimes | null }) {
  const { author, own, account, proofs } = page;
  const open = proofs.filter(({ state }) => state === 'issued');
  const made = proofs.filter(({ state }) => state !== 'issued');
  return (
    <>
      {!own && (
        <Section id="records" title="Which records are yours">
          <Candidates candidates={page.candidates} name={author.name} />
        </Section>
      )}
      {open.length > 0 && (
        <Section id="open" title="Pending proofs">
          <ul>
            {open.map((proof) => (
              <OpenProof key={proof.id} proof={proof} address={author.address} back={back} />
            ))}
          </ul>
        </Section>
      )}
      {made.length > 0 && (
        <Section id="proofs" title="Your proofs">
          <OwnProofs proofs={made} back={back} />
        </Section>
      )}
      {!(page.objection && !own) && (
        <Section id="ways" title={own ? 'Add a proof' : 'Prove that it is yours'}>
          <ProofOptions ways={waysOn(page)} authorId={author.id} back={back} signedIn={account !== null} owned={own !== null} />
        </Section>
      )}
      {own?.stage === 'accepted' && (
        <Section id="people" title="Attestations">
          <p className="max-w-measure text-sm">
            Co-authors with claimed records can confirm a shared work, and people at L4 can vouch for you.{' '}
            <a href="/confirm">Ask co-authors to confirm</a>.
          </p>
        </Section>
      )}
      <Section id="next" title="What happens next, and when">
        <NextSteps stage={own?.stage ?? null} noticeEndsAt={own?.noticeEndsAt ?? null} />
        <p className="mt-3 max-w-measure text-sm text-soft">Decisions by reviewers: {timesSentence(times)}</p>
      </Section>
    </>
  );
}

/** Against an owner, or after an objection, only what can be strong is of use; an address that is known already says nothing new. */
function waysOn({ ways, own, refusal, doubted, underNotice, proofs }: ClaimPage): ProofOption[] {
  const onlyStrong = !own && ((refusal === 'already_claimed' && !underNotice) || doubted);
  const minStrength = refusal === 'already_claimed' ? ['strong', 'fair'] : ['strong', 'fair', 'weak'];
  const done = own ? proofs.filter(({ state }) => state === 'valid' || state === 'observed') : [];
  return ways
    .filter(({ atMost, shut }) => !onlyStrong || (atMost === 'strong' && !shut))
    .filter(({ atMost }) => own || minStrength.includes(atMost))
    .filter(({ kind }) => !(kind === 'email' && done.some((proof) => proof.kind === 'email')))
    .filter(({ kind }) => !(kind === 'orcid' && done.some((proof) => proof.kind === 'orcid' && proof.strength === 'strong')));
}
