import { DataTable } from '#components/ui/data-table.tsx';
import { Day } from '#components/ui/day.tsx';
import { counted, figure } from '#components/ui/sentence.ts';
import type { AuthorView, DeclaredFigure } from '#lib/authors/model.ts';

/** Figures that this instance counts for itself, by the word that sources use for theirs. */
const counterWords = { works: 'work', followers: 'follower', topics: 'topic', close_collaborators: 'close collaborator' } as const;
type Counted = keyof typeof counterWords;
const isCounted = (kind: string): kind is Counted => kind in counterWords;

/** What this instance counts, and beside it what the sources declare. */
export function Counters({ author }: { author: Pick<AuthorView, 'counters' | 'declared'> }) {
  const { works, followers, topics, closeCollaborators } = author.counters;
  const own: Record<Counted, number> = { works, followers, topics, close_collaborators: closeCollaborators };
  const declared = author.declared.filter((each) => isCounted(each.kind));
  return (
    <div className="mb-8 flex flex-wrap items-baseline justify-between gap-x-10 gap-y-2 border-line border-y py-3">
      <dl className="grid grid-cols-2 gap-x-8 gap-y-1 sm:flex sm:gap-x-11">
        {(Object.keys(counterWords) as Counted[]).map((kind) => (
          <div key={kind} className="flex items-baseline gap-2">
            <dt className="order-2 text-soft">{plural(counterWords[kind], own[kind])}</dt>
            <dd className="font-medium font-serif text-xl">{figure(own[kind])}</dd>
          </div>
        ))}
      </dl>
      {declared.length > 0 && (
        <details className="text-xs open:basis-full">
          <summary className="list-none text-soft">
            {declaredWorks(declared)} <span className="opens">Who says so</span>
          </summary>
          <DeclaredTable declared={declared} own={own} />
        </details>
      )}
    </div>
  );
}

const plural = (word: string, count: number): string => (count === 1 ? word : `${word}s`);

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

function DeclaredTable({ declared, own }: { declared: readonly DeclaredFigure[]; own: Record<Counted, number> }) {
  const kinds = (Object.keys(counterWords) as Counted[]).filter((kind) => declared.some((each) => each.kind === kind));
  const bySource = [...Map.groupBy(declared, (each) => each.source.id)];
  return (
    <div className="max-w-text pt-3">
      <DataTable
        caption="What the sources declare, and what this instance counts"
        captionHidden
        columns={[
          { key: 'what', label: 'What' },
          { key: 'own', label: 'Counted here', numeric: true },
          ...bySource.map(([id, [first]]) => ({ key: id, label: first && <Said by={first} />, numeric: true })),
        ]}
        rows={kinds.map((kind) => ({
          key: kind,
          cells: {
            what: `${counterWords[kind]}s`,
            own: figure(own[kind]),
            ...Object.fromEntries(bySource.map(([id, rows]) => [id, rows.find((each) => each.kind === kind)?.value ?? '–'])),
          },
        }))}
      />
      <p className="max-w-measure pt-2 text-soft">
        Each source counts by its own rules, as it stood on that day. Here a close collaborator is a co-author with at least two shared
        works, and a topic is a category of the works listed.
      </p>
    </div>
  );
}

function Said({ by }: { by: DeclaredFigure }) {
  return (
    <>
      {by.source.name}
      <span className="block text-2xs">
        <Day at={by.observedAt} />
      </span>
    </>
  );
}
