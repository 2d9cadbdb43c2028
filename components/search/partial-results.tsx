import { Notice } from '#components/ui/notice.tsx';
import { Section } from '#components/ui/section.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import { WorkList } from '#components/works/work-list.tsx';
import { searchUrlOf } from '#lib/catalog/search-index/model/search-query.ts';
import type { SearchView } from '#lib/portal/search/model/results.ts';

/** Works that match only one of the terms, labelled as such. */
export function PartialResults({ partial, q }: Pick<SearchView, 'partial'> & { q: string }) {
  const typedWords = new Map(q.split(/\s+/).map((word) => [word.toLowerCase(), word]));
  return (
    <>
      <div className="mb-6">
        <Notice kind="warn" title="Nothing has all of these words">
          <p>These works have one of them.</p>
        </Notice>
      </div>
      {partial.map(({ word, works, total }) => (
        <Section
          key={word}
          id={`with-${word}`}
          title={<>Works with “{typedWords.get(word) ?? word}”</>}
          aside={
            <a href={searchUrlOf({ q: word, kind: 'works', filters: {} })}>
              {total.exact ? `All ${formatCount(total.count, 'work')}` : 'All works'}
            </a>
          }
        >
          <WorkList works={works} level={3} variant="plain" words={[word]} />
        </Section>
      ))}
    </>
  );
}
