import { LostRefusal } from '#components/site/lost-refusal.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { shortenText } from '#components/ui/long-text.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { OmittedNames } from '#components/works/author-list.tsx';
import { formatFactValue } from '#components/works/work-labels.ts';
import { recordFieldNames } from '#lib/catalog/bibliography/record.ts';
import type { PasskeyState } from '#lib/community/accounts/model/account.ts';
import {
  type CorrectionsPage,
  contestDays,
  fieldRules,
  formatCorrectionValue,
  parseCorrectionStep,
  type Subject,
} from '#lib/governance/corrections/model.ts';
import type { QueryParameters } from '#lib/platform/form.ts';
import { inWords } from '#lib/platform/limits.ts';
import { CorrectionForm } from './correction-form.tsx';
import { CorrectionRows } from './correction-rows.tsx';

const reverted = (subject: string) => `The correction has ended. The ${subject} shows what its sources say.`;

/** What the page says about each subject: the results of forms, and other errors, which are reported instead. */
const texts: Record<Subject, { back: string; otherwise: string; notices: Partial<Record<string, string>> }> = {
  work: {
    back: 'Back to the work',
    otherwise: 'a figure',
    notices: {
      sent: 'Your correction is saved. Reviewers, or two owners among the authors, decide on it.',
      agreed: `You agree with the correction. Once two owners among the authors agree, each of them has ${inWords(contestDays)} days to contest it; then it is shown.`,
      contested: 'You contest the correction. Reviewers decide.',
      reverted: reverted('work'),
    },
  },
  author: {
    back: 'Back to the profile',
    otherwise: 'an identifier, or what the owner states',
    notices: {
      sent: 'Your correction is saved. The owner of the profile decides on it, or reviewers if it has none.',
      accepted: 'The correction is accepted. The profile shows it, unless the sources say the same.',
      declined: 'You have declined the correction. The profile stays as it is.',
      reverted: reverted('profile'),
    },
  },
};

interface Props {
  page: CorrectionsPage;
  query: QueryParameters;
  /** What a reviewer still needs before deciding; null for others. */
  reviewer: PasskeyState | null;
}

/** The page to suggest and decide corrections of a work or profile. */
export function CorrectionPage({ page, query, reviewer }: Props) {
  const { subject, id, name, path, shown, corrections, authorsComplete, isOwner } = page;
  const { back, otherwise, notices } = texts[subject];
  const { field, done } = parseCorrectionStep(query);
  const [chosenField, chosenValue = null] = shown.find(([each]) => each === field) ?? [];
  const notice = done && notices[done];
  const missing = shown.filter(isMissingDetail);
  return (
    <Page>
      <PageHead
        eyebrow={<a href={path}>{back}</a>}
        title="Suggest a correction"
        lead={
          <>
            For {subject === 'author' && 'the profile '}“{name}”. An accepted correction is shown beside what the sources say, with its
            evidence.
          </>
        }
      />
      <LostRefusal codes={['unknown_correction']} />
      {notice && <Notice kind="success" title={notice} />}
      {chosenField ? (
        <>
          <p className="mb-6 text-sm">
            <a href={`${path}/correct`}>Choose another field</a>
          </p>
          <CorrectionForm
            subjectId={id}
            field={chosenField}
            shown={chosenValue}
            omitsAuthors={!authorsComplete}
            isOwnRecord={isOwner && subject === 'author'}
          />
        </>
      ) : (
        <>
          <FieldList path={path} fields={shown.filter((each) => !isMissingDetail(each))} authorsComplete={authorsComplete} />
          {missing.length > 0 && (
            <Disclosure summary="Add what is missing">
              <FieldList path={path} fields={missing} authorsComplete={authorsComplete} />
            </Disclosure>
          )}
        </>
      )}
      <p className="mt-6 max-w-measure text-sm">
        Is something else wrong, such as {otherwise}?{' '}
        <a href={`${path}/fix?kind=wrong_fact`} rel="nofollow">
          Report it
        </a>
        .
      </p>
      {corrections.length > 0 && (
        <section aria-labelledby="corrections" className="mt-8">
          <h2 id="corrections" className="mb-3 font-semibold">
            Corrections
          </h2>
          <CorrectionRows corrections={corrections} reviewer={reviewer} path={`${path}/correct`} />
        </section>
      )}
    </Page>
  );
}

type ShownField = CorrectionsPage['shown'][number];

/** Fields that most works do not have, if no source states them. */
const isMissingDetail = ([field, value]: ShownField): boolean => value === null && rareFields.some((name) => name === field);
const commonFields: readonly string[] = ['volume', 'issue', 'pages', 'publisher'];
const rareFields = recordFieldNames.filter((name) => !commonFields.includes(name));

interface FieldListProps extends Pick<CorrectionsPage, 'path' | 'authorsComplete'> {
  fields: readonly ShownField[];
}

const FieldList = ({ path, fields, authorsComplete }: FieldListProps) => (
  <ul className="my-6 max-w-text divide-y divide-line border-line border-y empty:hidden">
    {fields.map(([each, value]) => (
      <li key={each} className="break-words py-3">
        <a href={`${path}/correct?field=${each}`} rel="nofollow" className="font-semibold">
          {fieldRules[each].label}
        </a>
        <p className="text-sm text-soft">
          Shown: {shortenText(formatFactValue(each, formatCorrectionValue(each, value)))}
          {each === 'authors' && value !== null && !authorsComplete && <OmittedNames inWords={false} />}
        </p>
      </li>
    ))}
  </ul>
);
