import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AppealForm, AppealStatus, PastDecision } from '#components/reviews/appeal-form.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Section } from '#components/ui/section.tsx';
import { caseKindLabels } from '#lib/governance/cases/model/review-case.ts';
import { loadAppeal } from '#lib/portal/decisions/loaders.ts';
import { refusalOf } from '#lib/portal/refusals.ts';
import { askToSignIn } from '../../../ask-to-sign-in.tsx';
import type { PageProps } from '../../../page-props.ts';

export const metadata: Metadata = { title: 'Appeal a decision', robots: { index: false, follow: false } };

/** A decision against the viewer with its reason, and the form to appeal. */
export default async function AppealPage({ params, searchParams }: PageProps<'of' | 'id'>) {
  const { of, id } = await params;
  const view = await loadAppeal(of, id);
  const back = `/appeal/${of}/${id}`;
  if (view === 'sign-in') return askToSignIn(back);
  if (!view) notFound();
  const { filed } = await searchParams;
  return (
    <Page>
      <PageHead
        eyebrow={view.about && <a href={view.about.path}>{view.about.name}</a>}
        title="Appeal a decision"
        lead={`${caseKindLabels[view.of].one}${view.about ? `, about ${view.about.name}` : ''}. Only you can read this page.`}
      />
      {filed && view.appeal && (
        <div className="mb-8">
          <Notice kind="success" title="Your appeal is filed">
            <p>Other reviewers decide it. You are notified of the result.</p>
          </Notice>
        </div>
      )}
      <Section id="decided" title="What was decided">
        <PastDecision view={view} />
      </Section>
      <Section id="appeal" title={view.appeal ? 'Your appeal' : 'Appeal this decision'}>
        {view.appeal ? (
          <AppealStatus appeal={view.appeal} final={view.final} />
        ) : view.refusal ? (
          <RefusalNotice refusal={refusalOf(view.refusal)} kind="info" />
        ) : (
          <AppealForm view={view} back={back} />
        )}
      </Section>
    </Page>
  );
}
