import { HeadingRow } from '#components/ui/heading-row.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import type { RelatedWork, WorkOverlap } from '#lib/catalog/contexts/model/related-works.ts';
import { WorkList } from './work-list.tsx';

/** Related works, each with what they have in common. */
export function RelatedWorks({ related }: { related: readonly RelatedWork[] }) {
  if (related.length === 0) return null;
  const commonOf = new Map(related.map(({ work, common }) => [work.id, common]));
  return (
    <section aria-labelledby="related">
      <HeadingRow id="related">Related works</HeadingRow>
      <WorkList
        works={related.map(({ work }) => work)}
        level={3}
        variant="plain"
        why={({ id }) => {
          const common = commonOf.get(id);
          return common && <span className="w-full">{describeCommon(common)}</span>;
        }}
      />
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
