import { AuthorshipProvenance } from '#components/authors/authorship-provenance.tsx';
import { PinButton } from '#components/statements/pin-button.tsx';
import { Bars } from '#components/ui/bars.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Pager } from '#components/ui/pager.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import { ViewLinks } from '#components/ui/view-links.tsx';
import { SelectedWorksForm } from '#components/works/choose-works.tsx';
import { WorkEntry } from '#components/works/work-entry.tsx';
import { clearFilters, ListCount, WorkFilters } from '#components/works/work-filters.tsx';
import { orderLabels } from '#components/works/work-labels.ts';
import { EntriesByYear, EntryList } from '#components/works/work-list.tsx';
import { formatSelection, isOwnOrder, isUnfiltered, type WorkSelection } from '#lib/catalog/works/model/list/selection.ts';
import type { WorkView } from '#lib/catalog/works/model/views.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import type { AuthorView } from '#lib/portal/pages/model/author-record.ts';

interface Props {
  author: Pick<AuthorView, 'id' | 'slug' | 'works' | 'pinned' | 'owner'>;
  /** The ids of the pinned works, for the owner only; else null. */
  pinned: readonly string[] | null;
  shown: {
    after: string | null;
    /** Names of parameters with invalid values. */
    ignored: readonly string[];
    abstracts: boolean;
    /** True if each work has a checkbox. */
    select: boolean;
  };
}

interface ListChange {
  selection?: WorkSelection;
  after?: string | null;
  abstracts?: boolean;
  select?: boolean;
}

/** Returns the URL of this list with some choices changed. */
function address({ author, shown }: Props, change: ListChange): string {
  const query = formatSelection(change.selection ?? author.works.selection);
  if (change.abstracts ?? shown.abstracts) query.set('abstracts', 'open');
  if (change.select ?? shown.select) query.set('select', 'on');
  if (change.after) query.set('after', change.after);
  return `/authors/${author.slug}${query.size > 0 ? `?${query}` : ''}#works`;
}

/** A chart of works by year if there are several years, then the filtered and sorted works. */
export function PublishedWorks(props: Props) {
  const { author, shown } = props;
  const list = author.works;
  const source = list.listedBy.find(({ id }) => id === list.selection.order);
  return (
    <section aria-labelledby="works" className="min-w-0">
      <PinnedWorks {...props} />
      {list.worksPerYear.length > 1 && (
        <div className="card mb-6 pb-3!">
          <h2 className="mb-1 font-semibold">Works by year</h2>
          <Bars title="Works by year" labelName="Year" valueName="Works" bars={barsOf(props)} legend={list.yearParts?.names} />
          {list.undated > 0 && <p className="text-soft text-xs">{formatCount(list.undated, 'work')} without a date, not in the picture.</p>}
        </div>
      )}
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <h2 id="works" className="font-semibold text-md">
          {formatCount(list.total, 'work')}
        </h2>
        <ListControls {...props} />
      </div>
      <WorkFilters
        list={list}
        path={`/authors/${author.slug}`}
        keep={{ ...(shown.abstracts && { abstracts: 'open' }), ...(shown.select && { select: 'on' }) }}
        address={(selection) => address(props, { selection })}
      />
      {shown.ignored.length > 0 && (
        <p className="mb-3 text-sm text-soft">These parameters are unknown and were ignored: {shown.ignored.join(', ')}.</p>
      )}
      {(!isUnfiltered(list.selection) || list.entriesCount !== list.selected || source) && list.entries.length > 0 && (
        <div className="mb-4">
          <ListCount list={list} ofSource={source?.name ?? null} />
        </div>
      )}
      {list.entries.length === 0 ? <NoWorks {...props} /> : <Entries {...props} />}
      <Pager
        listName="works"
        previous={shown.after ? address(props, { after: null }) : null}
        next={list.next && address(props, { after: list.next })}
      />
    </section>
  );
}

/** Pinned works; they are also listed by year below. */
function PinnedWorks({ author, shown }: Props) {
  if (author.pinned.length === 0 || shown.select || !isUnfiltered(author.works.selection)) return null;
  const note = noteOf(author);
  return (
    <section aria-labelledby="chosen" className="mb-8">
      <h2 id="chosen" className="mb-3 font-semibold text-md">
        Pinned by the author
      </h2>
      <ul className={`grid gap-4 sm:grid-cols-2 ${author.pinned.length > 2 ? 'lg:grid-cols-3' : ''}`}>
        {author.pinned.map((work) => (
          <li key={work.id} className="card p-4!">
            <WorkEntry
              entry={{ work, versions: [], moreVersions: 0 }}
              level={3}
              abstracts={shown.abstracts ? 'open' : 'folded'}
              why={note(work)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the author's note on a pinned work. */
const noteOf =
  ({ owner }: Props['author']) =>
  ({ id }: WorkView) => {
    const note = owner?.notes[id];
    return note ? (
      <span className="wrap-anywhere block w-full text-read text-sm">
        “{note}” <span className="text-soft text-xs">by the author</span>
      </span>
    ) : null;
  };

/** The controls for order and abstracts. */
function ListControls(props: Props) {
  const { author, shown } = props;
  const { selection, hasSignal, entries, total } = author.works;
  const orderLink = (order: keyof typeof orderLabels) => ({
    label: orderLabels[order],
    href: address(props, { selection: { ...selection, order } }),
    current: selection.order === order,
  });
  const orders = [orderLink('newest'), ...(total > 1 ? [orderLink('title')] : []), ...(hasSignal ? [orderLink('signal')] : [])];
  const hasAbstracts = entries.some(({ work }) => work.abstract);
  return (
    <div className="no-print flex flex-wrap items-center gap-x-5 gap-y-1">
      {orders.length > 1 && <ViewLinks label="Order of the works" views={orders} />}
      {hasAbstracts && (
        <a href={address(props, { abstracts: !shown.abstracts })} className="text-sm text-soft">
          {shown.abstracts ? 'Fold abstracts' : 'Show abstracts'}
        </a>
      )}
      {entries.length > 1 && !shown.select && (
        <a href={address(props, { select: true })} className="text-sm text-soft">
          Select works
        </a>
      )}
    </div>
  );
}

function Entries(props: Props) {
  const { author, shown } = props;
  const { entries, selection } = author.works;
  const abstracts = shown.abstracts ? ('open' as const) : ('folded' as const);
  const list = { entries, level: 3 as const, abstracts, choose: shown.select, why: provenanceOf(props) };
  const rows = selection.order === 'newest' ? <EntriesByYear {...list} /> : <EntryList {...list} />;
  return shown.select ? <SelectedWorksForm leave={address(props, { select: false })}>{rows}</SelectedWorksForm> : rows;
}

/** Returns the provenance of a work. While works are selected, the list is a form, which cannot contain another form. */
const provenanceOf = (props: Props) => (work: WorkView) => {
  const { author, shown, pinned } = props;
  const list = address(props, { after: shown.after });
  const workRef = { id: work.id, title: work.title ? plainText(work.title) : 'a work without a title' };
  return (
    <AuthorshipProvenance work={work}>
      {pinned && !shown.select && <PinButton record={author} work={workRef} pinned={pinned} list={list} />}
    </AuthorshipProvenance>
  );
};

function NoWorks(props: Props) {
  const { total, selection } = props.author.works;
  if (total === 0) return <EmptyState title="No work is listed here." />;
  return (
    <EmptyState title={props.shown.after ? 'No more results' : 'No works match these filters'}>
      <p>
        {isOwnOrder(selection.order)
          ? 'Remove a filter, or clear all filters.'
          : 'Only works that this source lists are shown in its order. Remove a filter, or choose another order.'}
      </p>
      <p>
        <a href={address(props, { selection: clearFilters(selection) })}>Clear all filters</a>
      </p>
    </EmptyState>
  );
}

/** Returns a bar for every year from the first to the last, including years without works; for very long spans, only years with works. */
function barsOf(props: Props): { label: string; value: number; href?: string }[] {
  const { worksPerYear, yearParts, selection } = props.author.works;
  const parts = yearParts?.byYear;
  const [first, last] = [worksPerYear[0]?.year ?? 0, worksPerYear.at(-1)?.year ?? 0];
  const counts = new Map(worksPerYear.map(({ year, works }) => [year, works]));
  const years = last - first > 60 ? [...counts.keys()] : Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return years.map((year) => {
    const value = counts.get(year) ?? 0;
    return {
      label: `${year}`,
      value,
      ...(parts && { parts: parts[year] ?? [] }),
      ...(value > 0 && { href: address(props, { selection: { ...selection, from: year, to: year } }) }),
    };
  });
}
