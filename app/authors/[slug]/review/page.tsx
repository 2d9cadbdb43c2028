import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { ReviewWorks } from '#components/identity/review-works.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Pager } from '#components/ui/pager.tsx';
import { formatCount, formatNumber } from '#components/ui/sentence.ts';
import { ViewLinks } from '#components/ui/view-links.tsx';
import { type ReviewFilter, reviewFilters } from '#lib/catalog/statements/model/opinions.ts';
import { loadReview } from '#lib/governance/identity/loaders.ts';
import { firstValue } from '#lib/platform/form.ts';
import { refusals } from '#lib/portal/refusals.ts';
import { found } from '../../../found.ts';
import type { PageProps } from '../../../page-props.ts';

export const metadata: Metadata = { title: 'Which works are yours?', robots: { index: false, follow: false } };

const filterLabels: Record<ReviewFilter, string> = { unsaid: 'Not answered', all: 'All', not_mine: 'Not mine' };
const isFilter = (word: string | undefined): word is ReviewFilter => reviewFilters.some((each) => each === word);

export default async function ReviewWorksPage({ params, searchParams }: PageProps<'slug'>) {
  const { slug } = await params;
  const query = await searchParams;
  const show = firstValue(query.show);
  const after = firstValue(query.after) ?? null;
  const base = `/authors/${encodeURIComponent(slug)}/review`;
  const result = await loadReview(slug, { filter: isFilter(show) ? show : 'unsaid', after });
  if (result === 'sign_in') redirect(`/sign-in?problem=not_signed_in&next=${encodeURIComponent(base)}`);
  const { author, view } = found(result, (current) => `/authors/${current}/review`);
  const address = (filter: ReviewFilter, from: string | null = null): string => {
    const newQuery = new URLSearchParams({ ...(filter !== 'unsaid' && { show: filter }), ...(from && { after: from }) });
    return newQuery.size > 0 ? `${base}?${newQuery}` : base;
  };
  const pageHead = (
    <PageHead
      eyebrow={<a href={`/authors/${author.slug}`}>{author.name}</a>}
      title="Which works are yours?"
      lead={
        view &&
        `You have answered for ${formatNumber(view.counts.opinions)} of ${formatCount(view.counts.all, 'work')}. Your answers are shown beside the sources, and no import changes them. A work that is not yours leaves the profile’s lists, counts and files; its page stays.`
      }
    />
  );
  if (!view)
    return (
      <Page>
        {pageHead}
        <RefusalNotice refusal={refusals.not_your_record} />
      </Page>
    );
  return (
    <Page width="page">
      {pageHead}
      <div className="mb-4 space-y-4">
        {query.said && <Notice kind="success" title={`Saved for ${formatCount(Number(firstValue(query.said)) || 0, 'work')}`} />}
        <ViewLinks
          label="Works shown"
          views={reviewFilters.map((filter) => ({ label: filterLabels[filter], href: address(filter), current: filter === view.filter }))}
        />
      </div>
      {view.works.length > 0 ? (
        <ReviewWorks authorId={author.id} works={view.works} query={view.filter === 'unsaid' ? '' : `show=${view.filter}`} back={base} />
      ) : (
        <EmptyState title={view.filter === 'unsaid' ? 'You have answered for every work.' : 'No works match this filter.'}>
          New works from sources appear here for you to confirm.
        </EmptyState>
      )}
      <Pager listName="works" previous={after ? address(view.filter) : null} next={view.next && address(view.filter, view.next)} />
    </Page>
  );
}
