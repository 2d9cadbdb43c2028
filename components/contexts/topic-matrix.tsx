import { ScrollRegion } from '#components/ui/scroll-region.tsx';
import type { AuthorContext } from '#lib/catalog/contexts/model/context.ts';
import type { YearCount } from '#lib/catalog/contexts/model/years.ts';

interface Props {
  topics: readonly AuthorContext[];
  /** Works by year, by slug of the topic. */
  years: ReadonlyMap<string, readonly YearCount[]>;
}

const maxTopics = 12;
/** More years do not fit beside the names. */
const maxYears = 12;
/** Keeps the names in place while the years scroll; not with doubled text size on a small screen, where they would cover the years. */
const nameColumnClass = 'left-0 bg-paper min-[16rem]:sticky';
const circleDiameterRem = { least: 1.5, step: 0.3, most: 2.75 };

/** Returns true if the table contains every topic, so that a list would repeat it. */
export const hasAllTopics = ({ shown, all }: { shown: readonly AuthorContext[]; all: number }, years: Props['years']): boolean =>
  all <= maxTopics && shown.every(({ slug }) => years.has(slug));

/** Topics by year: a table in which the area of a circle corresponds to its number. */
export function TopicMatrix({ topics, years }: Props) {
  const rows = topics.slice(0, maxTopics).filter(({ slug }) => years.has(slug));
  const counts = rows.flatMap(({ slug }) => years.get(slug) ?? []);
  const lastYear = Math.max(...counts.map(({ year }) => year));
  const firstYear = Math.max(Math.min(...counts.map(({ year }) => year)), lastYear - maxYears + 1);
  if (rows.length === 0) return null;
  const shownYears = Array.from({ length: lastYear - firstYear + 1 }, (_, index) => firstYear + index);
  return (
    // Right to left, so that the newest years are visible if the table is wider than the screen.
    <ScrollRegion label="Topics by year" className="mb-10 [direction:rtl]">
      <table className="w-full border-collapse text-sm [direction:ltr]">
        <caption className="pb-2 text-left font-semibold text-md">
          <span className="sticky left-0">Topics by year</span>
        </caption>
        <thead className="border-line border-b text-soft text-xs [&_th]:font-normal">
          <tr>
            <th scope="col" className={`${nameColumnClass} text-left`}>
              Topic
            </th>
            {shownYears.map((year) => (
              <th key={year} scope="col" className="min-w-12 text-center">
                {year}
              </th>
            ))}
            <th scope="col" className="text-right">
              Works
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((topic) => (
            <tr key={topic.slug} className="h-12">
              <th scope="row" className={`${nameColumnClass} min-w-36 py-1 pr-3 text-left font-normal`}>
                <a href={`/topics/${topic.slug}`} className="quiet-link text-topic">
                  {topic.name}
                </a>
              </th>
              {shownYears.map((year) => (
                <td key={year} className="text-center">
                  <Circle works={years.get(topic.slug)?.find((each) => each.year === year)?.works ?? 0} />
                </td>
              ))}
              <td className="text-right">{topic.works}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {counts.some(({ year }) => year < firstYear) && (
        <p className="mt-2 text-soft text-xs [direction:ltr]">Works before {firstYear} are in the last column only.</p>
      )}
    </ScrollRegion>
  );
}

function Circle({ works }: { works: number }) {
  if (works === 0) return null;
  const size = `${Math.min(circleDiameterRem.most, circleDiameterRem.least + (works - 1) * circleDiameterRem.step)}rem`;
  return (
    <span
      className="inline-grid place-items-center rounded-full bg-topic-wash font-semibold text-topic text-xs"
      style={{ width: size, height: size }}
    >
      {works}
    </span>
  );
}
