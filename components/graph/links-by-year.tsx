import { Bars } from '#components/ui/bars.tsx';
import { fillMissingYears } from '#lib/catalog/contexts/model/years.ts';
import { formatSliceQuery, type SliceQuery, type SliceView } from '#lib/catalog/graph/model/slice.ts';

/** The year in which people in a graph first published together; a year links to the graph as of that year. */
export function LinksByYear({
  author,
  slice: { links },
  requested,
}: {
  author: { slug: string };
  slice: SliceView;
  requested: SliceQuery;
}) {
  const linksByYear = Map.groupBy(
    links.flatMap(({ firstYear }) => firstYear ?? []),
    (year) => year,
  );
  const years = [...linksByYear].map(([year, { length }]) => ({ year, works: length })).sort((a, b) => a.year - b.year);
  if (years.length === 0) return null;
  const undated = links.length - years.reduce((sum, { works }) => sum + works, 0);
  const bars = fillMissingYears(years).map(({ year, works }) => ({
    label: `${year}`,
    value: works,
    href: `/graph/${author.slug}${formatSliceQuery({ ...requested, until: year })}`,
  }));
  return (
    <section aria-labelledby="links-by-year" className="card pb-3!">
      <h2 id="links-by-year" className="font-semibold">
        New links by year
      </h2>
      <p className="mb-2 text-soft text-xs">
        The year of the first joint work. A year opens the graph as it was then.
        {undated > 0 && ` Without a year: ${undated}.`}
      </p>
      <Bars title="New links by year" labelName="Year" valueName="New links" bars={bars} />
    </section>
  );
}
