import type { Metadata } from 'next';
import { DayForm } from '#components/history/day-form.tsx';
import { RecordChangeRows } from '#components/history/record-change-rows.tsx';
import { ChangeRows } from '#components/identity/change-rows.tsx';
import { openGraphOf } from '#components/site/open-graph.ts';
import { Day } from '#components/ui/day.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { HistoryRows } from '#components/works/history-rows.tsx';
import { feedLinks } from '#lib/catalog/works/model/feeds.ts';
import { loadHistory } from '#lib/governance/identity/loaders.ts';
import { type DayErrorCode, dayErrorCodes, loadKnownDays, loadRecordChanges, loadWorkChanges } from '#lib/portal/pages/loaders/history.ts';
import { found } from '../../../found.ts';
import type { PageProps, PathProps } from '../../../page-props.ts';

const faultTexts: Record<DayErrorCode, string> = {
  unknown: 'This is no day',
  early: 'The profile is not that old',
  future: 'This day has not come yet',
};

const loadPage = async ({ params }: PathProps<'slug'>) =>
  found(await loadHistory((await params).slug), (slug) => `/authors/${slug}/history`);

export async function generateMetadata(props: PageProps<'slug'>): Promise<Metadata> {
  const { author } = await loadPage(props);
  const [title, path] = [`History of ${author.name}`, `/authors/${author.slug}/history`];
  return {
    title,
    description: `What has changed on the profile of ${author.name}, and what sources have stated about its works.`,
    openGraph: openGraphOf(title, path, 'website', `/authors/${author.slug}/card.png`),
    robots: { index: false },
    alternates: { canonical: path, types: feedLinks(path, 'History') },
  };
}

export default async function RecordHistoryPage(props: PageProps<'slug'>) {
  const { author, changes } = await loadPage(props);
  const query = await props.searchParams;
  const path = `/authors/${author.slug}`;
  const works = await loadWorkChanges(author.slug);
  const facts = await loadRecordChanges(author.slug);
  const days = await loadKnownDays(author.slug);
  const fault = dayErrorCodes.find((each) => each === query.day);
  return (
    <Page width="page">
      <PageHead
        eyebrow={<a href={path}>{author.name}</a>}
        title="History"
        lead="Changes of name, affiliation and trust, what sources say about the works, merges and splits. Who asked for a change is not public."
      />
      <div className="columns-main">
        <div className="min-w-0 space-y-6">
          <ResultNotices query={query} />
          {changes.length > 0 ? (
            <ChangeRows changes={changes} back={`${path}/history`} />
          ) : (
            <EmptyState title="Nothing has been merged or split.">
              The profile holds what its <a href={`${path}/sources`}>sources</a> give it.
            </EmptyState>
          )}
          {facts.length > 0 && (
            <section aria-labelledby="facts">
              <h2 id="facts" className="mb-3 font-semibold">
                Name, affiliation and trust
              </h2>
              <RecordChangeRows changes={facts} />
            </section>
          )}
          {works.length > 0 && (
            <section aria-labelledby="works">
              <h2 id="works" className="mb-3 font-semibold">
                Works
              </h2>
              <p className="mb-3 max-w-measure text-sm text-soft">
                What sources say about the works, newest first. <a href={`${path}/history/feed.atom`}>Atom</a> ·{' '}
                <a href={`${path}/history/feed.json`}>JSON Feed</a>
              </p>
              <HistoryRows changes={works} withWorks />
            </section>
          )}
        </div>
        <aside aria-label="About this history" className="no-print space-y-6">
          {days && <DayCard slug={author.slug} days={days} fault={fault} />}
          <p className="text-sm">
            <a href={`${path}/split`} rel="nofollow">
              Split this profile
            </a>
            {' · '}
            <a href={`${path}/merge`} rel="nofollow">
              Merge it with another profile
            </a>
          </p>
        </aside>
      </div>
    </Page>
  );
}

const ResultNotices = ({ query }: { query: Record<string, unknown> }) => (
  <>
    {query.done && <Notice kind="success" title="It is done. The figures follow within a minute." />}
    {query.undone && <Notice kind="success" title="It is undone. The figures follow within a minute." />}
    {query.asked && (
      <Notice kind="success" title="Sent to the reviewers">
        <p>
          Nothing has changed yet. You are notified of their decision. Until then you can{' '}
          <a href="/me/network#proposals">withdraw your proposal</a>.
        </p>
      </Notice>
    )}
  </>
);

type Days = NonNullable<Awaited<ReturnType<typeof loadKnownDays>>>;

const DayCard = ({ slug, days, fault }: { slug: string; days: Days; fault: DayErrorCode | undefined }) => (
  <section aria-labelledby="day" className="card">
    <h2 id="day" className="mb-3 font-semibold">
      The profile as of a day
    </h2>
    {fault && (
      <div className="mb-3">
        <Notice kind="error" title={faultTexts[fault]}>
          <p>
            Choose a day from <Day at={new Date(days.first)} /> to <Day at={new Date(days.today)} />.
          </p>
        </Notice>
      </div>
    )}
    <DayForm slug={slug} {...days} />
  </section>
);
