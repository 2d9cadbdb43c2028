import type { Metadata } from 'next';
import { ClaimCandidates } from '#components/claims/candidates.tsx';
import { ClaimStatus } from '#components/claims/claim-status.tsx';
import { ClaimedWorks } from '#components/claims/claimed-works.tsx';
import { ClaimSteps, ObjectionSteps } from '#components/claims/next-steps.tsx';
import { OpenProof } from '#components/claims/open-proof.tsx';
import { OwnProofs } from '#components/claims/own-proofs.tsx';
import { ProfileSteps } from '#components/claims/profile-steps.tsx';
import { ProofOptions } from '#components/claims/proof-options.tsx';
import { UnshownRecord } from '#components/claims/unshown-record.tsx';
import { formatQueueTimes } from '#components/reviews/review-labels.ts';
import { LostRefusal } from '#components/site/lost-refusal.tsx';
import { openGraphOf } from '#components/site/open-graph.ts';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { UnsentText } from '#components/site/unsent-text.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { Confirmation } from '#components/ui/confirmation.tsx';
import { FocusedRegion } from '#components/ui/focused.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Section } from '#components/ui/section.tsx';
import { loadClaimPage } from '#lib/governance/claims/loaders.ts';
import type { ClaimPage } from '#lib/governance/claims/model/claim-page.ts';
import { ruleOf } from '#lib/governance/claims/model/proof-methods.ts';
import type { ProofOption } from '#lib/governance/claims/model/proof-options.ts';
import { loadQueueTimes } from '#lib/portal/decisions/loaders.ts';
import type { QueueTimes } from '#lib/portal/decisions/model/views.ts';
import { isDemoShown } from '#lib/portal/demo/loaders.ts';
import { loadOwnRecord } from '#lib/portal/pages/loaders/statements.ts';
import { refusalOf } from '#lib/portal/refusals.ts';
import { found } from '../../found.ts';
import type { PageProps, PathProps } from '../../page-props.ts';

const loadClaim = async ({ params }: PathProps<'slug'>) => found(await loadClaimPage((await params).slug), (slug) => `/claim/${slug}`);

export async function generateMetadata(props: PageProps<'slug'>): Promise<Metadata> {
  const page = await loadClaim(props);
  if ('unshown' in page) return { title: 'Claim a profile', robots: { index: false, follow: false } };
  const { author } = page;
  const title = `Claim ${author.name}`;
  return {
    title,
    description: `Is this you? Claim the profile of ${author.name} with a proof, and decide what it shows.`,
    openGraph: openGraphOf(title, `/claim/${author.slug}`, 'website', `/authors/${author.slug}/card.png`),
    robots: { index: false, follow: false },
  };
}

const titleOf = ({ author, own }: ClaimPage): string =>
  own ? (own.stage === 'accepted' ? 'Your profile is live' : `Your claim to ${author.name}`) : `Claim the profile of ${author.name}`;

/** Says who may claim. Without works, only the staff list of an institution says who the person is. */
const leadOf = ({ author: { works } }: ClaimPage): string =>
  works > 0
    ? 'Only claim works that are yours. Claims are public.'
    : 'No work is here yet. The address that the institution has named can claim it: sign in with the one to which the invitation was sent.';

const doneTitles = {
  completed: 'Saved, and shown on your profile',
  cancelled: 'The proof is cancelled',
  checked: 'The proof is checked again; its state is below',
  withdrawn: 'Your objection is withdrawn',
};

/** Refusals that no proof can resolve, because they concern the record itself. */
const unresolvableRefusals = ['unknown_author', 'organisation_record', 'unresolved_record', 'staff_address_needed'];

export default async function ClaimRecordPage(props: PageProps<'slug'>) {
  const page = await loadClaim(props);
  if ('unshown' in page) {
    const { asked, reported } = await props.searchParams;
    return <UnshownRecord page={page} isAsked={asked !== undefined} isReported={reported !== undefined} />;
  }
  const times = await loadQueueTimes();
  const { shown, proof: renewedId, problem, accepted: isAccepted, done } = await props.searchParams;
  const { author, refusal } = page;
  const back = `/claim/${author.slug}`;
  const shownProof = page.proofs.find(({ id }) => id === shown);
  const renewedProof = page.proofs.find(({ id, state }) => id === renewedId && state !== 'issued');
  const accepted = page.own?.stage === 'accepted' && (shownProof || isAccepted !== undefined);
  const ownRecord = page.own?.stage === 'accepted' ? await loadOwnRecord(author.slug) : null;
  return (
    <Page width="page">
      <PageHead
        eyebrow={<a href={`/authors/${author.slug}`}>Back to the profile</a>}
        title={titleOf(page)}
        lead={page.own?.stage === 'accepted' ? author.name : page.own ? undefined : leadOf(page)}
      />
      {page.account === null && <UnsentText back={back} />}
      <LostRefusal codes={[...(page.objection ? [] : ['dispute_closed']), ...(page.own ? [] : ['claim_closed'])]} />
      <Confirmation done={done} titles={doneTitles} />
      <div className="mb-8 space-y-4 empty:hidden">
        {(accepted || shownProof) && (
          <Notice kind="success" title={accepted ? `The profile of ${author.name} is yours` : 'Your proof is saved'}></Notice>
        )}
        {typeof problem === 'string' && (
          <FocusedRegion>
            <RefusalNotice refusal={refusalOf(problem)} back={back} />
          </FocusedRegion>
        )}
        {renewedProof && (
          <Notice kind="success" title="We sent a link to this address">
            <p>The proof still counts. Open the link and press the button to renew it for a year.</p>
          </Notice>
        )}
      </div>
      {ownRecord && typeof ownRecord === 'object' && 'record' in ownRecord && (
        <ProfileSteps record={ownRecord.record} isOpen={ownRecord.owned.availability?.open === true} />
      )}
      {(page.own || page.ended || (refusal && refusal !== 'not_signed_in') || page.wasDisputed) && (
        <Section id="stand" title="Status">
          <ClaimStatus page={page} back={back} demo={await isDemoShown()} canObject={!hasNoObjectionProof(page)} />
        </Section>
      )}
      {!(refusal && unresolvableRefusals.includes(refusal)) && <Steps page={page} back={back} times={times} />}
    </Page>
  );
}

function Steps({ page, back, times }: { page: ClaimPage; back: string; times: QueueTimes | null }) {
  const { author, own, proofs } = page;
  const openProofs = proofs.filter(({ state }) => state === 'issued');
  const ownProofs = proofs.filter(({ state }) => state !== 'issued');
  return (
    <div className="grid grid-cols-1 gap-x-12 lg:grid-cols-[minmax(0,1fr)_22rem]">
      {!own && (
        <div className="mb-8 lg:col-start-2">
          <ClaimedWorks author={author} works={page.newestWorks} />
        </div>
      )}
      <div className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
        {openProofs.length > 0 && (
          <Section id="open" title="Pending proofs">
            <ul>
              {openProofs.map((proof) => (
                <OpenProof key={proof.id} proof={proof} address={author.address} back={back} />
              ))}
            </ul>
          </Section>
        )}
        {ownProofs.length > 0 && (
          <Section id="proofs" title="Your proofs">
            <OwnProofs proofs={ownProofs} back={back} />
          </Section>
        )}
        {!(page.objection && !own) && !hasNoObjectionProof(page) && <ProofOptionsSection page={page} back={back} />}
      </div>
      <div className="lg:col-start-2">
        {own?.stage !== 'accepted' && (page.objection !== null || !hasNoObjectionProof(page)) && (
          <Section id="next" title="What happens next">
            {isObjection(page) ? (
              <ObjectionSteps isOpen={page.objection !== null} />
            ) : (
              <ClaimSteps stage={own?.stage ?? null} noticeDays={page.noticeDays} noticeEndsAt={own?.noticeEndsAt ?? null} />
            )}
            {times && <p className="mt-3 text-sm text-soft">Decisions by reviewers: {formatQueueTimes(times)}</p>}
          </Section>
        )}
        {!own && page.candidates.length > 0 && (
          <Section id="records" title="Other profiles that may be yours">
            <ClaimCandidates candidates={page.candidates} />
          </Section>
        )}
        {!own && (
          <p className="text-sm">
            No profile here is yours? <a href="/me/new-profile">Create a profile</a>
          </p>
        )}
      </div>
    </div>
  );
}

function ProofOptionsSection({ page, back }: { page: ClaimPage; back: string }) {
  const { author, own, account } = page;
  const options = optionsOn(page);
  return (
    <Section id="proof-options" title={optionsTitle(page)}>
      {account === null && options.length > 0 && (
        <p className="mb-5">
          <ButtonLink variant="primary" href={`/sign-in?next=${encodeURIComponent(back)}`}>
            {isObjection(page) ? 'Sign in to object' : 'Sign in to claim'}
          </ButtonLink>
        </p>
      )}
      <ProofOptions
        options={options}
        noticeDays={page.noticeDays}
        authorId={author.id}
        back={back}
        signedIn={account !== null}
        owned={own !== null}
        objects={isObjection(page)}
      />
    </Section>
  );
}

/** Whether a proof of the viewer would be an objection, because another account holds the record. */
const isObjection = ({ own, refusal }: ClaimPage): boolean => own === null && refusal === 'already_claimed';

/** Whether the viewer could only object, and no proof is strong enough for it. */
const hasNoObjectionProof = (page: ClaimPage): boolean => isObjection(page) && optionsOn(page).length === 0;

function optionsTitle({ own, refusal }: ClaimPage): string {
  if (own) return own.stage === 'notice_period' ? 'Do not want to wait? Add a stronger proof' : 'Add a proof';
  return refusal === 'already_claimed' ? 'Object with a proof' : 'Choose a proof';
}

/**
 * Returns the useful proof methods. Against an owner, or after an objection, only proofs that can be strong enough. On an own claim,
 * without those that add nothing to what is shown.
 */
function optionsOn({ options, own, refusal, wasDisputed, isInNotice, proofs }: ClaimPage): ProofOption[] {
  const onlyStrong = !own && ((refusal === 'already_claimed' && !isInNotice) || wasDisputed);
  const minStrength = refusal === 'already_claimed' ? ['strong', 'fair'] : ['strong', 'fair', 'weak'];
  const countedProofs = own ? proofs.filter(({ state }) => state === 'valid' || state === 'observed') : [];
  return options
    .filter(({ maxStrength, unavailable }) => !onlyStrong || (maxStrength === 'strong' && !unavailable))
    .filter(({ maxStrength }) => own || minStrength.includes(maxStrength))
    .filter(({ kind }) => {
      const { repeats } = ruleOf(kind);
      const shown = countedProofs.filter((proof) => proof.kind === kind && (repeats === 'unless_counted' || proof.strength === 'strong'));
      return repeats === undefined || shown.length === 0;
    });
}
