import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { MissingPasskeyNotice } from '#components/accounts/security/passkey-gate.tsx';
import { QuestionList } from '#components/identity/question-list.tsx';
import { DecidedList, QueueList, ReviewKindLinks } from '#components/reviews/queue-list.tsx';
import { formatQueueTimes } from '#components/reviews/review-labels.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Pager } from '#components/ui/pager.tsx';
import { railGrid } from '#components/ui/rail.tsx';
import { Section } from '#components/ui/section.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import { firstValue } from '#lib/platform/form.ts';
import { loadQueue } from '#lib/portal/decisions/loaders.ts';
import type { QueryProps } from '../page-props.ts';

export const metadata: Metadata = { title: 'Review queue', robots: { index: false, follow: false } };

/** What a redirect to this page reports, by the value of `done`. */
const results: ReadonlyMap<unknown, { title: string; text: string }> = new Map([
  ['decided', { title: 'It is decided', text: 'The parties are notified with the reason and their options.' }],
  ['voted', { title: 'Your vote is saved', text: 'Waiting for a second reviewer. Two independent reviewers decide this.' }],
  ['answered', { title: 'Your answer is saved', text: 'Nobody is asked this again.' }],
  ['unfrozen', { title: 'The profile is no longer frozen', text: 'It can be claimed again.' }],
]);

export default async function ReviewQueuePage({ searchParams }: QueryProps) {
  const { kind, after, done } = await searchParams;
  const queue = await loadQueue(firstValue(kind), firstValue(after));
  if (queue === 'sign-in') redirect('/sign-in?problem=not_signed_in&next=%2Freview');
  if (!queue) notFound();
  const { rows, hiddenCount, next } = queue.page;
  const result = results.get(done);
  const nextQuery = new URLSearchParams({ ...(queue.kind ? { kind: queue.kind } : {}), after: next ?? '' });
  return (
    <Page width="page">
      <PageHead
        title="Review queue"
        lead={
          queue.kind === 'people'
            ? `${formatCount(queue.questionCount, 'open question')} about people, strongest evidence first.`
            : `Cases that need a decision, longest waiting first.${queue.times ? ` Time to decision: ${formatQueueTimes(queue.times)}` : ''}`
        }
      />
      {result && (
        <div className="mb-8">
          <Notice kind="success" title={result.title}>
            <p>{result.text}</p>
          </Notice>
        </div>
      )}
      <MissingPasskeyNotice state={queue.passkey} next="/review" />
      <div className={railGrid}>
        <ReviewKindLinks kind={queue.kind} />
        <div className="min-w-0">
          {queue.kind === 'people' ? (
            <QuestionList questions={queue.questions} passkey={queue.passkey} />
          ) : rows.length === 0 ? (
            <EmptyState title="No open cases" />
          ) : (
            <QueueList rows={rows} />
          )}
          {hiddenCount > 0 && (
            <p className="mt-4 text-sm text-soft">
              {hiddenCount === 1 ? 'One more case is' : `${hiddenCount} more cases are`} decided by other reviewers, because of a conflict
              of interest: you, your profile, or the ownership of a co-author’s profile is concerned.
            </p>
          )}
          <Pager
            listName={queue.kind === 'people' ? 'questions' : 'cases'}
            previous={after ? (queue.kind ? `/review?kind=${queue.kind}` : '/review') : null}
            next={next && `/review?${nextQuery}`}
          />
          {queue.decided.length > 0 && (
            <div className="mt-12">
              <Section id="decided" title="Decided lately">
                <DecidedList rows={queue.decided} />
              </Section>
            </div>
          )}
        </div>
      </div>
    </Page>
  );
}
