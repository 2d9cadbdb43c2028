import { HeadingRow } from '#components/ui/heading-row.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import type { RelatedWork, WorkOverlap } from '#lib/catalog/contexts/model/related-works.ts';
import { formatDate, knownDate } from '#lib/catalog/works/model/dates.ts';
import { WorkTitle } from './work-title.tsx';

/** Related works beside a work, each with what they have in common. */
export function RelatedWorks({ related }: { related: readonly RelatedWork[] }) {
  if (related.length === 0) return null;
  return (
    <section aria-labelledby="related">
      <HeadingRow id="related">Related works</HeadingRow>
      <ul className="grid gap-3">
        {related.map(({ work, common }) => {
          const date = knownDate(work);
          return (
            <li key={work.id}>
              <a href={`/works/${work.id}`} className="font-serif leading-snug">
                <WorkTitle work={work} linked />
              </a>
              <p className="mt-0.5 text-soft text-xs">
                {date && <time dateTime={date}>{formatDate(date)}</time>}
                {date && ' · '}
                {describeCommon(common)}
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const maxWords = 3;

/** "2 authors in common · Topic: Machine Learning · In both titles: quantization". */
const describeCommon = ({ authors, topics, words }: WorkOverlap): string =>
  [
    authors > 0 && `${formatCount(authors, 'author')} in common`,
    topics.length > 0 && `${topics.length === 1 ? 'Topic' : 'Topics'}: ${topics.join(', ')}`,
    words.length > 0 && `In both titles: ${words.slice(0, maxWords).join(', ')}`,
  ]
    .filter((part) => part)
    .join(' · ');
