import { Disclosure } from '#components/ui/disclosure.tsx';
import { formatCount, formatNumber } from '#components/ui/sentence.ts';
import {
  type FacetName,
  facetNames,
  isOwnOrder,
  isUnfiltered,
  unfilteredSelection,
  type WorkSelection,
} from '#lib/catalog/works/model/list/selection.ts';
import type { WorkListView } from '#lib/catalog/works/model/views.ts';
import { facetLabel, orderLabels } from './work-labels.ts';

const facetLabels: Record<FacetName, string> = {
  type: 'Type',
  source: 'Source',
  category: 'Category',
  venue: 'Venue',
  publisher: 'Publisher',
  series: 'Series',
  retracted: 'Retracted',
  code: 'Code',
};

/** Number of works that need no filters. */
const maxUnfiltered = 10;

interface Props {
  list: WorkListView;
  /** Path of the page, without query. */
  path: string;
  /** Parameters to keep that are not filters: how the list looks. */
  keep: Record<string, string>;
  /** Returns the URL of the list with another selection. */
  address: (selection: WorkSelection) => string;
}

/** Filters for a long list: a plain form, collapsed unless one is active, each value with its number of works. */
export function WorkFilters({ list, path, keep, address }: Props) {
  const { selection, total } = list;
  const isActive = !isUnfiltered(selection);
  if (total <= maxUnfiltered && !isActive) return null;
  return (
    <div className="no-print mb-4">
      {isActive && <ActiveFilters list={list} address={address} />}
      <Disclosure summary={isActive ? 'Change the filters' : 'Filter'}>
        <form method="get" action={`${path}#works`} className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3">
          <YearField name="from" label="From year" list={list} />
          <YearField name="to" label="To year" list={list} />
          {facetNames.map((name) => (
            <FacetField key={name} name={name} list={list} />
          ))}
          <OrderField list={list} />
          {Object.entries(keep).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <div className="col-span-full flex items-baseline gap-x-5">
            <button
              type="submit"
              className="rounded-md border border-edge px-4 py-1.5 font-medium text-ink text-sm hover:border-accent hover:text-accent"
            >
              Show these works
            </button>
            {isActive && <a href={address(clearFilters(selection))}>Clear all filters</a>}
          </div>
        </form>
      </Disclosure>
    </div>
  );
}

/** The order of the list, where sources have one of their own; otherwise it is kept. */
function OrderField({ list: { selection, listedBy } }: Pick<Props, 'list'>) {
  if (listedBy.length === 0)
    return selection.order === unfilteredSelection.order ? null : <input type="hidden" name="order" value={selection.order} />;
  const own = isOwnOrder(selection.order) ? selection.order : 'newest';
  return (
    <div className="min-w-0 text-soft text-xs">
      <label htmlFor="list-order">Order</label>
      <select id="list-order" name="order" defaultValue={selection.order} className="small-field">
        <option value={own}>{orderLabels[own]}</option>
        {listedBy.map(({ id, name }) => (
          <option key={id} value={id}>
            As in {name}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Returns the selection without filters, in the same order. */
export const clearFilters = ({ order }: WorkSelection): WorkSelection => ({ ...unfilteredSelection, order });

function YearField({ name, label, list }: { name: 'from' | 'to'; label: string; list: WorkListView }) {
  const years = list.worksPerYear;
  return (
    <label className="text-soft text-xs">
      {label}
      <input
        type="number"
        inputMode="numeric"
        name={name}
        min={1000}
        max={2999}
        defaultValue={list.selection[name] ?? undefined}
        placeholder={`${(name === 'from' ? years[0] : years.at(-1))?.year ?? ''}`}
        className="small-field"
      />
    </label>
  );
}

function FacetField({ name, list }: { name: FacetName; list: WorkListView }) {
  const chosen = list.selection[name];
  const values = list.facets[name];
  const isMissing = chosen !== null && values.every(({ value }) => value !== chosen);
  if (values.length < 2 && chosen === null) return null;
  const id = `filter-${name}`;
  return (
    <div className="min-w-0 text-soft text-xs">
      <label htmlFor={id}>{facetLabels[name]}</label>
      <select id={id} name={name} defaultValue={chosen ?? ''} className="small-field">
        <option value="">Any</option>
        {isMissing && <option value={chosen}>{`${facetLabel(name, { value: chosen, name: chosen })} (0)`}</option>}
        {values.map((each) => (
          <option key={each.value} value={each.value}>
            {`${facetLabel(name, each)} (${formatNumber(each.works)})`}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Returns the labels of active filters, in the order of the form. */
function activeFilters({ selection, facets }: WorkListView): { name: string; words: string; without: WorkSelection }[] {
  const { from, to } = selection;
  const span = from === to ? `Year ${from}` : from === null ? `Until ${to}` : to === null ? `Since ${from}` : `${from} to ${to}`;
  const years = from === null && to === null ? [] : [{ name: 'years', words: span, without: { ...selection, from: null, to: null } }];
  const facetsInUse = facetNames.flatMap((name) => {
    const value = selection[name];
    if (value === null) return [];
    const option = facets[name].find((each) => each.value === value) ?? { value, name: value };
    return [{ name, words: `${facetLabels[name]}: ${facetLabel(name, option)}`, without: { ...selection, [name]: null } }];
  });
  return [...years, ...facetsInUse];
}

function ActiveFilters({ list, address }: Pick<Props, 'list' | 'address'>) {
  return (
    <ul aria-label="Filters in use" className="mb-1 flex flex-wrap gap-x-5 text-sm">
      {activeFilters(list).map(({ name, words, without }) => (
        <li key={name}>
          <span className="mr-2">{words}</span>
          <a href={address(without)} className="text-soft">
            Remove<span className="sr-only"> the filter {words}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The share of listed works: "5 of 22 works, in 4 entries". */
export function ListCount({ list, ofSource }: { list: WorkListView; ofSource: string | null }) {
  const { selected, total, entriesCount } = list;
  const works = selected === total ? formatCount(total, 'work') : `${formatNumber(selected)} of ${formatCount(total, 'work')}`;
  return (
    <p className="text-sm text-soft" role="status">
      {works}
      {entriesCount < selected && ` in ${formatCount(entriesCount, 'entry', 'entries')}: versions of one title are grouped`}
      {ofSource && `, as ${ofSource} lists them`}
    </p>
  );
}
