import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { MePage } from '#components/accounts/me-page.tsx';
import { CorrectionRows } from '#components/corrections/correction-rows.tsx';
import { Doubts } from '#components/identity/doubts.tsx';
import { OwnQuestions } from '#components/identity/question-list.tsx';
import { IndicatorVisibility } from '#components/indicators/indicators-shown.tsx';
import { AvailabilitySettings } from '#components/invitations/availability-form.tsx';
import { ActionButton } from '#components/site/action-button.tsx';
import { LostRefusal } from '#components/site/lost-refusal.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { CareerForm } from '#components/statements/career-form.tsx';
import { CreditForms } from '#components/statements/credit-forms.tsx';
import { OldAddresses } from '#components/statements/old-addresses.tsx';
import { OwnPowers } from '#components/statements/own-powers.tsx';
import { PhotoForm } from '#components/statements/photo-form.tsx';
import { PinForms } from '#components/statements/pin-forms.tsx';
import { PrivacyForm } from '#components/statements/privacy-form.tsx';
import { StatementsForm } from '#components/statements/statements-form.tsx';
import { FocusedRegion } from '#components/ui/focused.tsx';
import { OnThisPage } from '#components/ui/on-this-page.tsx';
import { Section } from '#components/ui/section.tsx';
import { loadCorrections } from '#lib/governance/corrections/loaders.ts';
import { answerQuestionAction } from '#lib/portal/decisions/actions.ts';
import { loadOwnRecord } from '#lib/portal/pages/loaders/statements.ts';
import { cvFiles } from '#lib/portal/pages/model/cv-files.ts';
import { refusalOf } from '#lib/portal/refusals.ts';
import { askToSignIn } from '../../../ask-to-sign-in.tsx';
import { leadToMovedProfile, MergedProfile } from '../../../moved-profile.tsx';
import type { PageProps } from '../../../page-props.ts';

export const metadata: Metadata = { title: 'Your profile', robots: { index: false, follow: false } };

const parts = [
  ['powers', 'What you can do'],
  ['about', 'About you'],
  ['photo', 'Photo'],
  ['career', 'Positions and education'],
  ['pinned', 'Pinned works'],
  ['credits', 'Your part in works'],
  ['privacy', 'What is shown'],
  ['addresses', 'Old addresses'],
  ['availability', 'Invitations to you'],
  ['indicators', 'Indicators'],
  ['names', 'Name visibility'],
  ['cv', 'CV and lists'],
] as const;

export default async function OwnRecordPage({ params, searchParams }: PageProps<'slug'>) {
  const { slug } = await params;
  const { saved, change, problem } = await searchParams;
  const result = await loadOwnRecord(slug);
  if (result === 'sign_in') return askToSignIn(`/me/records/${slug}`);
  if (result === null) notFound();
  if ('redirect' in result && result.isLost) return <MergedProfile slug={result.redirect} />;
  if ('redirect' in result)
    return leadToMovedProfile(`/me/records/${result.redirect}`, typeof saved === 'string' ? `?saved=${encodeURIComponent(saved)}` : '');
  const { record, owned, questions } = result;
  const pendingCorrections = ((await loadCorrections('author', record.slug))?.corrections ?? []).filter(({ can }) => can.decide);
  return (
    <MePage
      current="records"
      eyebrow={<a href={`/authors/${record.slug}`}>View public profile</a>}
      title={record.name}
      lead="What you write appears with your name. Imported data stays."
      done={saved ? 'Saved' : null}
      wide
    >
      <LostRefusal codes={['unknown_correction']} />
      <p className="mb-6 text-sm">
        Is a work missing? <a href={`/me/records/${record.slug}/add`}>Add works</a>
      </p>
      {pendingCorrections.length > 0 && (
        <Section id="corrections" title="Corrections that wait for you">
          <CorrectionRows corrections={pendingCorrections} reviewer={null} path={`/authors/${record.slug}/correct`} />
        </Section>
      )}
      {record.doubts.length > 0 && (
        <Section id="doubts" title="Are all works yours?">
          <Doubts reasons={record.doubts} />
          <p className="mt-2 text-sm">
            <a href={`/authors/${record.slug}/split`}>Sort the works by person</a>, or{' '}
            <a href={`/authors/${record.slug}/review`}>say which are yours</a>. Visitors do not see this question.
          </p>
          <ActionButton
            action={answerQuestionAction}
            back={`/me/records/${record.slug}`}
            hiddenInputs={{ authorId: record.id }}
            label="All works are mine"
          />
        </Section>
      )}
      {questions.length > 0 && (
        <Section id="questions" title="Are these you too?">
          <OwnQuestions authorId={record.id} questions={questions} back={`/me/records/${record.slug}`} />
        </Section>
      )}
      <PartLinks />
      <OnThisPage parts={parts.map(([id, title]) => ({ id, title }))}>
        <Section id="powers" title="What you can do">
          <OwnPowers level={record.level} slug={record.slug} />
        </Section>
        <Section id="about" title="About you">
          <StatementsForm record={record} />
        </Section>
        <Section id="photo" title="Photo">
          {typeof problem === 'string' && (
            <FocusedRegion className="mb-5">
              <RefusalNotice refusal={refusalOf(problem)} />
            </FocusedRegion>
          )}
          <PhotoForm record={record} />
        </Section>
        <Section id="career" title="Positions and education">
          <CareerForm record={record} />
        </Section>
        <Section id="pinned" title="Pinned works">
          <PinForms record={record} />
        </Section>
        <Section id="credits" title="Your part in works">
          <CreditForms record={record} />
        </Section>
        <Section id="privacy" title="What is shown">
          <PrivacyForm record={record} />
        </Section>
        <Section id="addresses" title="Old addresses">
          <OldAddresses record={record} />
        </Section>
        <Section id="availability" title="Invitations to you">
          <AvailabilitySettings record={owned} changing={change === 'availability'} />
        </Section>
        <Section id="indicators" title="Indicators on your profile">
          <IndicatorVisibility record={owned} />
        </Section>
        <Section id="names" title="Name visibility">
          <p className="max-w-measure text-sm">
            <a href={`/visibility?record=${record.slug}`}>Change how your name is shown</a>{' '}
            <span className="text-soft">everywhere, only when searched by the full name, or nowhere.</span>
          </p>
        </Section>
        <Section id="cv" title="CV and lists of works">
          <CvLinks slug={record.slug} />
        </Section>
      </OnThisPage>
    </MePage>
  );
}

/** The list of the parts on a narrow screen, where `OnThisPage` shows none. */
const PartLinks = () => (
  <nav aria-label="On this page" className="mb-8 lg:hidden">
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {parts.map(([id, label]) => (
        <li key={id}>
          <a href={`#${id}`}>{label}</a>
        </li>
      ))}
    </ul>
  </nav>
);

const CvLinks = ({ slug }: { slug: string }) => (
  <>
    <p className="mb-3 max-w-measure text-sm text-soft">Created from your public profile, and updated with it. They need no JavaScript.</p>
    <ul className="space-y-1 text-sm">
      {cvFiles.map(({ file, name }) => (
        <li key={file}>
          <a href={`/authors/${slug}/cv/${file}`}>{name}</a>
        </li>
      ))}
    </ul>
  </>
);
