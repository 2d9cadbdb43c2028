import { counted, figure } from '#components/ui/sentence.ts';
import type { DeclaredFigure } from '#lib/catalog/authors/model/author.ts';
import type { AuthorView } from '#lib/portal/pages/model/author-record.ts';

/** What this instance counts, and beside it how many works the sources declare; their other figures stand in a table of their own. */
export function Counters({ author }: { author: Pick<AuthorView, 'slug' | 'counters' | 'declared'> }) {
  const { works, followers, topics, closeCollaborators } = author.counters;
  const counted: [number | null, string][] = [
    [works, 'work'],
    [followers, 'follower'],
    [topics, 'topic'],
    [closeCollaborators, 'close collaborator'],
  ];
  // What the owner keeps back is not among them.
  const counts = counted.flatMap(([count, word]) => (count === null ? [] : [{ count, word }]));
  return (
    <div className="mb-8 flex flex-wrap items-baseline justify-between gap-x-10 gap-y-2 border-line border-y py-3">
      <dl className="grid grid-cols-2 gap-x-8 gap-y-1 sm:flex sm:gap-x-11">
        {counts.map(({ count, word }) => (
          <div key={word} className="flex items-baseline gap-2">
            <dt className="order-2 text-soft">{count === 1 ? word : `${word}s`}</dt>
            <dd className="font-medium font-serif text-xl">{figure(count)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-soft text-xs">
        {declaredWorks(author.declared)} <a href={`/authors/${author.slug}/sources#figures`}>Who says so</a>
      </p>
    </div>
  );
}

/** "BZPEER declares 9 works, Scholar Feed 16." */
function declaredWorks(declared: readonly DeclaredFigure[]): string | null {
  const [first, ...others] = declared.filter((each) => each.kind === 'works');
  if (!first) return null;
  const words = [
    `${first.source.name} declares ${counted(first.value, 'work')}`,
    ...others.map((each) => `${each.source.name} ${figure(each.value)}`),
  ];
  return `${words.join(', ')}.`;
}
