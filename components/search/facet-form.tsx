import { Disclosure } from '#components/ui/disclosure.tsx';
import { formatNumber } from '#components/ui/sentence.ts';
import { facetLabel } from '#components/works/work-labels.ts';
import { type FilterName, type SearchQuery, searchUrlOf, withFilter } from '#lib/catalog/search-index/model/search-query.ts';
import { isPurpose, purposes } from '#lib/community/invitations/model/purposes.ts';
import type { Facet } from '#lib/portal/search/model/results.ts';

const filterLabels: Record<FilterName, string> = {
  claim: 'Claim',
  open: 'Open to',
  topic: 'Topic',
  institution: 'Institution',
  from: 'From year',
  to: 'To year',
  type: 'Type',
  source: 'Source',
  venue: 'Venue',
  code: 'Code',
};
const claimLabels: Record<string, string> = {
  unclaimed: 'Not claimed',
  pending: 'Claim pending',
  claimed: 'Claimed by its owner',
  disputed: 'Claim disputed',
};

function valueLabelOf(name: FilterName, value: string, valueName: string): string {
  if (name === 'claim') return claimLabels[value] ?? value;
  if (name === 'open' && isPurpose(value)) return purposes[value];
  if (name === 'code') return 'With a link to code';
  return facetLabel(name, { value, name: valueName });
}

interface Props {
  requested: SearchQuery;
  facets: readonly Facet[];
  countedAmong: number | null;
}

/** Filters of one kind: a plain form, each value with its number of matches. */
export function FacetForm({ requested, facets, countedAmong }: Props) {
  const activeFilters = Object.entries(requested.filters);
  const shownFacets = facets.filter(({ options }) => options.length > 0);
  if (shownFacets.length === 0 && activeFilters.length === 0) return null;
  return (
    <div className="no-print mb-6">
      {activeFilters.length > 0 && <ActiveFilters requested={requested} facets={facets} />}
      <Disclosure summary={activeFilters.length > 0 ? 'Change the filters' : 'Filter'} openWide>
        <form action="/search" className="grid grid-cols-2 gap-x-4 gap-y-3 lg:grid-cols-1">
          <input type="hidden" name="q" value={requested.q} />
          <input type="hidden" name="kind" value={requested.kind ?? ''} />
          {requested.sort && <input type="hidden" name="sort" value={requested.sort} />}
          {requested.kind === 'works' && (
            <>
              <YearField requested={requested} name="from" />
              <YearField requested={requested} name="to" />
            </>
          )}
          {shownFacets.map((facet) => (
            <FacetField key={facet.name} facet={facet} chosen={requested.filters[facet.name] ?? ''} />
          ))}
          <div className="col-span-full">
            <button
              type="submit"
              className="rounded-md border border-edge px-4 py-1.5 font-medium text-ink text-sm hover:border-accent hover:text-accent"
            >
              Show these
            </button>
          </div>
        </form>
        {countedAmong !== null && (
          <p className="mt-2 text-soft text-xs">
            Counts are for the first {formatNumber(countedAmong)} matches:{' '}
            {requested.kind === 'works' ? 'the newest' : 'those with most works'}.
          </p>
        )}
      </Disclosure>
    </div>
  );
}

const YearField = ({ requested, name }: { requested: SearchQuery; name: 'from' | 'to' }) => (
  <label className="text-soft text-xs">
    {filterLabels[name]}
    <input
      type="number"
      inputMode="numeric"
      name={name}
      min={1000}
      max={2999}
      defaultValue={requested.filters[name]}
      className="small-field"
    />
  </label>
);

const FacetField = ({ facet: { name, options }, chosen }: { facet: Facet; chosen: string }) => (
  <label className="text-soft text-xs">
    {filterLabels[name]}
    <select name={name} defaultValue={chosen} className="small-field">
      <option value="">Any</option>
      {chosen && options.every(({ value }) => value !== chosen) && <option value={chosen}>{valueLabelOf(name, chosen, chosen)}</option>}
      {options.map(({ value, name: valueName, count }) => (
        <option key={value} value={value}>
          {`${valueLabelOf(name, value, valueName)} (${formatNumber(count)})`}
        </option>
      ))}
    </select>
  </label>
);

function ActiveFilters({ requested, facets }: Pick<Props, 'requested' | 'facets'>) {
  const activeFilters = Object.entries(requested.filters) as [FilterName, string][];
  return (
    <ul aria-label="Filters in use" className="mb-1 flex flex-wrap gap-x-5 text-sm">
      {activeFilters.map(([name, value]) => {
        const valueName = facets.find((facet) => facet.name === name)?.options.find((option) => option.value === value)?.name ?? value;
        const label = `${filterLabels[name]}: ${valueLabelOf(name, value, valueName)}`;
        return (
          <li key={name}>
            <span className="mr-2">{label}</span>
            <a href={searchUrlOf(withFilter(requested, name, null))} className="text-soft">
              Remove<span className="sr-only"> the filter {label}</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
