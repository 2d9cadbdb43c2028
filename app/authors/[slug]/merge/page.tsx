import type { Metadata } from 'next';
import { MergeForm } from '#components/identity/decide-forms.tsx';
import { ChangePreviewView } from '#components/identity/shown-change.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { FocusedRegion } from '#components/ui/focused.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Section } from '#components/ui/section.tsx';
import { loadMerge, type MergePage } from '#lib/governance/identity/loaders.ts';
import type { PreviewedRecord } from '#lib/governance/identity/model/changes.ts';
import { parseSubjectName } from '#lib/governance/reports/model/report.ts';
import { firstCharacters } from '#lib/platform/form.ts';
import { refusalOf } from '#lib/portal/refusals.ts';
import { askToSignIn } from '../../../ask-to-sign-in.tsx';
import { found } from '../../../found.ts';
import type { PageProps } from '../../../page-props.ts';

export const metadata: Metadata = { title: 'Merge two profiles', robots: { index: false, follow: false } };

export default async function MergeRecordsPage({ params, searchParams }: PageProps<'slug'>) {
  const { slug } = await params;
  const otherProfile = firstCharacters((await searchParams).with, 300);
  const base = `/authors/${encodeURIComponent(slug)}/merge`;
  const result = await loadMerge(slug, otherProfile && parseSubjectName(otherProfile, 'author'));
  if (result === 'sign_in') {
    const returnPath = otherProfile ? `${base}?with=${encodeURIComponent(otherProfile)}` : base;
    return askToSignIn(returnPath);
  }
  const page = found(result, (current) => `/authors/${current}/merge`);
  const { author, chosen } = page;
  const refusal = chosen?.refusal ?? null;
  const preview = chosen && 'preview' in chosen ? chosen : null;
  return (
    <Page>
      <PageHead
        eyebrow={<a href={`/authors/${author.slug}`}>{author.name}</a>}
        title={preview ? 'What the merge would do' : 'Are two profiles one person?'}
        lead={preview ? undefined : 'Enter the other profile to preview the merge. Nothing is merged automatically.'}
      />
      {refusal && (
        <FocusedRegion className="mb-8">
          <RefusalNotice refusal={refusalOf(refusal)} />
        </FocusedRegion>
      )}
      {refusal === 'claim_other_first' && preview && <ClaimOther records={[preview.preview.surviving, preview.preview.other]} />}
      {preview && (
        <>
          <ChangePreviewView preview={preview.preview} />
          {!refusal && (
            <div className="mt-8">
              <Section id="decide" title="Merge the profiles">
                <MergeForm preview={preview.preview} atOnce={preview.atOnce} back={base} />
              </Section>
            </div>
          )}
          <p className="mt-4 text-sm">
            <a href={base}>Choose another profile</a>
          </p>
        </>
      )}
      {!preview && <ChooseProfile page={page} base={base} otherProfile={otherProfile} />}
    </Page>
  );
}

/** Leads to the claim of the record without an owner. */
function ClaimOther({ records }: { records: readonly PreviewedRecord[] }) {
  return records
    .filter(({ owned }) => !owned)
    .map(({ id, slug, name }) => (
      <p key={id} className="mb-8">
        <a href={`/claim/${slug ?? id}`}>
          Claim the profile of <bdi>{name}</bdi>
        </a>
      </p>
    ));
}

function ChooseProfile({ page: { candidates }, base, otherProfile }: { page: MergePage; base: string; otherProfile: string }) {
  return (
    <div className="space-y-8">
      <form method="get" action={base} className="space-y-4">
        <Field
          name="with"
          label="The other profile"
          hint="Its address on this site, such as /authors/…"
          defaultValue={otherProfile}
          maxLength={300}
        />
        <Button variant="primary">Preview the change</Button>
      </form>
      {candidates.length > 0 && (
        <Section id="similar" title="Similar names">
          <ul className="space-y-1">
            {candidates.map(({ slug, name, reason }) => (
              <li key={slug}>
                <a href={`${base}?with=${slug}`}>{name}</a> <span className="text-sm text-soft">{reason}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}
