import { DayForm } from '#components/history/day-form.tsx';
import { DayHead } from '#components/history/day-head.tsx';
import { PastFacts } from '#components/history/past-facts.tsx';
import { PastWorks } from '#components/history/past-works.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Pager } from '#components/ui/pager.tsx';
import { formatCount, formatNumber } from '#components/ui/sentence.ts';
import type { PastProfile } from '#lib/portal/pages/loaders/history.ts';

const worksPerPage = 50;
const maxCoauthors = 30;

/** A profile as of the end of a day. */
export function PastProfilePage({ profile: { author, past, days }, page }: { profile: PastProfile; page: number }) {
  const { slug } = author;
  const { works, coauthors } = past;
  const start = (page - 1) * worksPerPage;
  const address = (to: number): string => `/authors/${slug}?as-of=${past.day}${to > 1 ? `&page=${to}` : ''}#works`;
  const shownWorks = works.slice(start, start + worksPerPage);
  return (
    <DayHead author={author} day={past.day} recordedSince={past.recordedSince}>
      <PastFacts past={past} />
      <section aria-labelledby="works" className="mt-8">
        <h2 id="works" className="mb-3 font-semibold text-md">
          {formatCount(works.length, 'work')}
        </h2>
        {shownWorks.length > 0 ? (
          <PastWorks works={shownWorks} />
        ) : (
          <EmptyState title={page > 1 ? 'No more works' : 'No work was listed.'} />
        )}
        <Pager
          listName="works"
          previous={page > 1 ? address(1) : null}
          next={start + worksPerPage < works.length ? address(page + 1) : null}
        />
      </section>
      <section aria-labelledby="coauthors" className="mt-8">
        <h2 id="coauthors" className="mb-3 font-semibold text-md">
          {coauthors ? formatCount(coauthors.length, 'co-author') : 'Co-authors'}
        </h2>
        {coauthors === null && <p className="text-soft">The owner does not show co-authors.</p>}
        <ul className="max-w-text">
          {coauthors?.slice(0, maxCoauthors).map(({ slug: other, name, works: shared }) => (
            <li key={other} className="flex flex-wrap justify-between gap-x-6 py-1">
              <a href={`/authors/${other}`} className="wrap-anywhere">
                {name}
              </a>
              <span className="text-soft text-sm">{formatCount(shared, 'work')}</span>
            </li>
          ))}
        </ul>
        {coauthors && coauthors.length > maxCoauthors && (
          <p className="text-soft text-sm">and {formatNumber(coauthors.length - maxCoauthors)} more</p>
        )}
      </section>
      <section aria-labelledby="day" className="mt-8">
        <h2 id="day" className="mb-3 font-semibold text-md">
          Another day
        </h2>
        <DayForm slug={slug} {...days} day={past.day} />
      </section>
    </DayHead>
  );
}
