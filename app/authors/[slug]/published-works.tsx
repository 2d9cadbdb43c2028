import { WhyHere } from '#components/authors/why-here.tsx';
import { Bars } from '#components/ui/bars.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Pager } from '#components/ui/pager.tsx';
import { Turns } from '#components/ui/turns.tsx';
import { folds } from '#components/works/abstract.tsx';
import { WorkList, WorksByYear } from '#components/works/work-list.tsx';
import type { RecordParams } from '#lib/authors/loaders.ts';
import type { AuthorView } from '#lib/authors/model.ts';

interface Props {
  author: AuthorView;
  asked: RecordParams;
  abstracts: 'open' | 'folded';
}

/** Address of this list with some of its choices changed. */
function address(
  { author, asked, abstracts }: Props,
  change: { order?: string | null; after?: string | null; abstracts?: string | null },
): string {
  const query = new URLSearchParams();
  const chosen = { order: asked.order, abstracts: abstracts === 'open' ? 'open' : undefined, ...change };
  for (const [key, value] of Object.entries(chosen)) if (value) query.set(key, value);
  return `/authors/${author.slug}${query.size > 0 ? `?${query}` : ''}#works`;
}

/** Works per year, then the works: newest first under their years, or as one source orders them. */
export function PublishedWorks(props: Props) {
  const { author, asked, abstracts } = props;
  const source = author.listedBy.find(({ id }) => id === asked.order);
  const why = (work: AuthorView['works'][number]) => <WhyHere work={work} />;
  const orders = [
    { label: 'Newest', href: address(props, { order: null }), current: !source },
    ...author.listedBy.map(({ id, name }) => ({
      label: `As ${name} lists them`,
      href: address(props, { order: id }),
      current: source?.id === id,
    })),
  ];
  const long = author.works.some((work) => work.abstract && folds(work.abstract));
  return (
    <section aria-labelledby="works" className="min-w-0">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1">
        <h2 id="works" className="font-semibold">
          Published works
        </h2>
        <div className="no-print flex flex-wrap gap-x-6">
          {orders.length > 1 && <Turns label="Order of the works" turns={orders} />}
          {long && (
            <a href={address(props, { abstracts: abstracts === 'open' ? null : 'open' })} className="text-sm text-soft">
              {abstracts === 'open' ? 'Fold abstracts' : 'Show abstracts'}
            </a>
          )}
        </div>
      </div>
      {author.works.length === 0 ? (
        <EmptyState title="No work is listed here." />
      ) : (
        <>
          <div className="mb-6">
            <Bars title={perYear(author)} labelName="Year" valueName="Works" bars={filled(author.worksPerYear)} />
          </div>
          {source ? (
            <WorkList works={author.works} level={3} abstracts={abstracts} why={why} />
          ) : (
            <WorksByYear works={author.works} level={3} abstracts={abstracts} why={why} />
          )}
        </>
      )}
      <Pager
        of="works"
        previous={asked.after ? address(props, { after: null }) : null}
        next={author.next && address(props, { after: author.next })}
      />
    </section>
  );
}

const perYear = ({ worksPerYear }: AuthorView): string =>
  `Works per year: ${worksPerYear.map(({ year, works }) => `${year} ${works}`).join(', ')}`;

/** Every year from the first to the last, those without works too; of a very long life, the years with works alone. */
function filled(years: AuthorView['worksPerYear']): { label: string; value: number }[] {
  const [first, last] = [years[0]?.year, years.at(-1)?.year];
  if (first === undefined || last === undefined) return [];
  if (last - first > 60) return years.map(({ year, works }) => ({ label: `${year}`, value: works }));
  const counts = new Map(years.map(({ year, works }) => [year, works]));
  return Array.from({ length: last - first + 1 }, (_, index) => ({ label: `${first + index}`, value: counts.get(first + index) ?? 0 }));
}
