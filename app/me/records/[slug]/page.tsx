import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { MePage } from '#components/accounts/me-page.tsx';
import { CorrectionRows } from '#components/corrections/correction-rows.tsx';
import { Doubts } from '#components/identity/doubts.tsx';
import { OwnQuestions } from '#components/identity/question-list.tsx';
import { ActionButton } from '#components/site/action-button.tsx';
import { LostRefusal } from '#components/site/lost-refusal.tsx';
import { recordParts } from '#components/statements/record-parts.tsx';
import { Section } from '#components/ui/section.tsx';
import { loadCorrections } from '#lib/governance/corrections/loaders.ts';
import { answerQuestionAction } from '#lib/portal/decisions/actions.ts';
import { loadOwnRecord } from '#lib/portal/pages/loaders/statements.ts';
import { cvFiles } from '#lib/portal/pages/model/cv-files.ts';
import { askToSignIn } from '../../../ask-to-sign-in.tsx';
import { leadToMovedProfile, MergedProfile } from '../../../moved-profile.tsx';
import type { PageProps } from '../../../page-props.ts';

export const metadata: Metadata = { title: 'Your profile', robots: { index: false, follow: false } };

export default async function OwnRecordPage({ params, searchParams }: PageProps<'slug'>) {
  const { slug } = await params;
  const { saved } = await searchParams;
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
      <ul className="max-w-list divide-y divide-line border-line border-y">
        {Object.entries(recordParts).map(([part, { title, summary }]) => (
          <li key={part} id={part} className="flex scroll-mt-24 flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-4">
            <div className="min-w-0">
              <h2 className="font-semibold">{title}</h2>
              <p className="wrap-anywhere max-w-measure text-sm text-soft">{summary({ record, owned })}</p>
            </div>
            <a href={`/me/records/${record.slug}/${part}`} className="text-sm">
              {part === 'powers' ? 'See' : 'Edit'}
              <span className="sr-only"> {title}</span>
            </a>
          </li>
        ))}
        <li id="names" className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-4">
          <div className="min-w-0">
            <h2 className="font-semibold">Name visibility</h2>
            <p className="max-w-measure text-sm text-soft">Everywhere, only when searched by the full name, or nowhere</p>
          </div>
          <a href={`/visibility?record=${record.slug}`} className="text-sm">
            Change<span className="sr-only"> how your name is shown</span>
          </a>
        </li>
      </ul>
      <div className="mt-8">
        <Section id="cv" title="CV and lists of works">
          <CvLinks slug={record.slug} />
        </Section>
      </div>
    </MePage>
  );
}

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
