import { HeadingRow } from '#components/ui/heading-row.tsx';
import { formatNumber, joinWords } from '#components/ui/sentence.ts';
import { Tag } from '#components/ui/tag.tsx';
import { WorkList } from '#components/works/work-list.tsx';
import { WorkTitle } from '#components/works/work-title.tsx';
import { sourceNameInSentence } from '#lib/catalog/sources/model.ts';
import { formatDate } from '#lib/catalog/works/model/dates.ts';
import type { WorkView } from '#lib/catalog/works/model/views.ts';
import type { HomeView } from '#lib/portal/pages/model/home.ts';

/** Recently imported works, beside topics and one fact with its sources. */
export function RecentImports({ home: { newest, topics, disputed, figures } }: { home: HomeView }) {
  return (
    <div className="columns-main border-line border-t pt-9">
      <section aria-labelledby="newest" className="min-w-0">
        <HeadingRow id="newest" aside={newest.length > 0 && <a href="/search?kind=works">Search works</a>}>
          Newest works
        </HeadingRow>
        {newest.length > 0 ? (
          <WorkList works={newest} level={3} variant="plain" />
        ) : (
          <p className="text-soft">No works are imported yet.</p>
        )}
      </section>
      <div className="grid min-w-0 grid-cols-1 content-start gap-8">
        {topics.length > 0 && (
          <section aria-labelledby="topics">
            <HeadingRow id="topics" aside={<a href="/topics">All {formatNumber(figures.topics)} topics</a>}>
              Topics
            </HeadingRow>
            <TopicBars topics={topics} />
          </section>
        )}
        {disputed && <DisputedFact work={disputed} />}
      </div>
    </div>
  );
}

function TopicBars({ topics }: Pick<HomeView, 'topics'>) {
  const maxWorks = Math.max(...topics.map(({ worksCount }) => worksCount));
  return (
    <ul className="grid gap-1">
      {topics.map(({ slug, name, worksCount }) => (
        <li
          key={slug}
          className="flex justify-between gap-4 rounded-tag px-3 py-1.5 text-topic"
          style={{
            background: `linear-gradient(90deg, var(--color-topic-wash) ${Math.max(6, (100 * worksCount) / maxWorks)}%, transparent 0)`,
          }}
        >
          <a href={`/topics/${slug}`} className="bare-link font-medium">
            {name}
          </a>
          <span className="text-read">{formatNumber(worksCount)}</span>
        </li>
      ))}
    </ul>
  );
}

/** A fact on which sources disagree: the displayed value, and who states another. */
function DisputedFact({ work }: { work: WorkView }) {
  const conflict = work.conflicts.find(({ field }) => field === 'date' || field === 'year');
  const shownValues = [work.date, `${work.year}`];
  return (
    <section aria-labelledby="every-fact" className="rounded-card bg-raised p-5">
      <h2 id="every-fact" className="font-semibold text-md">
        Every fact shows its source
      </h2>
      <p className="mt-2 font-serif">
        <a href={`/works/${work.id}`} className="quiet-link">
          <WorkTitle work={work} linked />
        </a>
      </p>
      <ul className="mt-2 divide-y divide-line text-xs">
        {conflict?.values.map(({ source, value }) => (
          <li
            key={`${source.id} ${value}`}
            className="grid grid-cols-[1fr_1.2fr_auto] items-center gap-3 py-2 max-[16rem]:grid-cols-1 max-[16rem]:gap-1"
          >
            <span>{source.name}</span>
            <span>{formatDate(value)}</span>
            {shownValues.includes(value) ? <Tag variant="ok">shown</Tag> : <Tag variant="warn">differs</Tag>}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-xs">
        <a href={`/works/${work.id}#who-says-so`}>What {joinWords(work.sources.map(sourceNameInSentence))} say</a>
      </p>
    </section>
  );
}
