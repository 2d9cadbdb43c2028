import type { Metadata } from 'next';
import { notFound, permanentRedirect } from 'next/navigation';
import { ClaimByEmail } from '#components/claims/claim-by-email.tsx';
import { ClaimByOrcid } from '#components/claims/claim-by-orcid.tsx';
import { OwnClaim } from '#components/claims/own-claim.tsx';
import { OwnObjection } from '#components/claims/own-objection.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { counted } from '#components/ui/sentence.ts';
import { type ClaimPage, loadClaimPage } from '#lib/claims/loaders.ts';
import { refusalOf } from '#lib/refusals.ts';

interface Props {
  params: Promise<{ slug: string }>;
}

async function claimable({ params }: Props): Promise<ClaimPage> {
  const found = await loadClaimPage((await params).slug);
  if (!found) notFound();
  if ('redirect' in found) permanentRedirect(`/claim/${found.redirect}`);
  return found;
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { author } = await claimable(props);
  return { title: `Claim ${author.name}`, robots: { index: false, follow: false } };
}

export default async function ClaimRecordPage(props: Props) {
  const page = await claimable(props);
  const { author } = page;
  return (
    <Page>
      <PageHead
        eyebrow={<a href={`/authors/${author.slug}`}>Back to the record</a>}
        title={`Claim the record of ${author.name}`}
        lead={`${counted(author.works, 'work')}${author.affiliation ? `, ${author.affiliation}` : ''}. Claim it only if these works are yours: a claim is public, and a wrong one can be undone.`}
      />
      <Ways page={page} back={`/claim/${author.slug}`} />
    </Page>
  );
}

function Ways({ page, back }: { page: ClaimPage; back: string }) {
  const { author, refusal, own, doubted, objection, account, orcidSetUp } = page;
  const strengthens = own !== null && own.strength !== 'strong';
  if (refusal && refusal !== 'already_yours' && refusal !== 'already_claimed')
    return <RefusalNotice because={refusal} back={back} kind="info" />;
  if (own)
    return (
      <>
        <ul className="mb-8">
          <OwnClaim claim={own} />
        </ul>
        {strengthens && <ClaimByOrcid authorId={author.id} back={back} orcid={account?.orcid ?? null} setUp={orcidSetUp} />}
      </>
    );
  if (refusal)
    return (
      <div className="space-y-8">
        {objection ? (
          <Notice kind="info" title={refusalOf(refusal).title}>
            <p>
              <OwnObjection objection={objection} />
            </p>
          </Notice>
        ) : (
          <RefusalNotice because={refusal} back={back} kind="info" />
        )}
        {!objection && account && <ClaimByOrcid authorId={author.id} back={back} orcid={account.orcid} setUp={orcidSetUp} />}
      </div>
    );
  return (
    <>
      <ClaimByOrcid authorId={author.id} back={back} orcid={account?.orcid ?? null} setUp={orcidSetUp} />
      {doubted ? (
        <RefusalNotice because="objection_stands" back={back} kind="info" />
      ) : (
        <ClaimByEmail authorId={author.id} back={back} email={account?.emailConfirmed ? account.email : null} />
      )}
    </>
  );
}
