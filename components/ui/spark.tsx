interface YearWorks {
  year: number;
  works: number;
}

const cardSize = { height: 92, wide: 26, gap: 8, maxYears: 7, foot: 18 };
/** Minimum value of the full height, so that one work does not fill it. */
const minScale = 4;

const scaleOf = (years: readonly YearWorks[]): number => Math.max(minScale, ...years.map(({ works }) => works));

/** Works by year on a card, with the first and last year below the bars; the text beside it has the total. */
export function CardSparkline({ years }: { years: readonly YearWorks[] }) {
  const { height, wide, gap, maxYears, foot } = cardSize;
  const last = years.at(-1)?.year;
  if (last === undefined) return null;
  const first = Math.max(years[0]?.year ?? last, last - maxYears + 1);
  const shownYears = years.filter(({ year }) => year >= first);
  const scale = scaleOf(shownYears);
  const width = (last - first + 1) * (wide + gap);
  const base = height - foot - 0.5;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className="block max-w-full fill-accent text-2xs"
    >
      {shownYears.map(({ year, works }) => {
        const barHeight = (works / scale) * (base - 3);
        return <rect key={year} x={(year - first) * (wide + gap) + gap / 2} y={base - barHeight} width={wide} height={barHeight} rx="1" />;
      })}
      <path d={`M0 ${base}H${width}`} className="stroke-edge" />
      <g className="fill-soft">
        <text y={height - 2}>{first}</text>
        {last > first && (
          <text x={width} y={height - 2} textAnchor="end">
            {last}
          </text>
        )}
      </g>
    </svg>
  );
}

/** Number of years in a sparkline. */
const sparkYears = 14;
/** Distance between bars: 2 for the bar and 1 for the gap. */
const barStep = 3;
const sparkHeight = 14;
/** Fewer works, or works of one year only, are not drawn; the text beside it suffices. */
const minWorks = 3;

/** The common years of all sparklines in a list, so that they are comparable. */
export interface SharedYears {
  from: number;
  to: number;
}

interface Person {
  years: readonly YearWorks[];
}

/** Returns the years up to the newest with a work of anybody in the list; null for a list without sparklines. */
export function sharedYearsOf(people: readonly Person[]): SharedYears | null {
  const to = Math.max(0, ...people.map(({ years }) => years.at(-1)?.year ?? 0));
  const shared = { from: to - sparkYears + 1, to };
  return people.some(({ years }) => isDrawn(yearsWithin(years, shared))) ? shared : null;
}

const yearsWithin = (years: readonly YearWorks[], { from, to }: SharedYears): YearWorks[] =>
  years.filter(({ year }) => year >= from && year <= to);

const isDrawn = (years: readonly YearWorks[]): boolean => years.length > 1 && years.reduce((sum, { works }) => sum + works, 0) >= minWorks;

/** Returns the legend of the sparklines; empty for a list without them. */
export const sparkLegend = (shared: SharedYears | null): string => (shared ? `Bars: works by year, ${shared.from} to ${shared.to}.` : '');

/** A sparkline of works by year; the text beside it has the number and the years. Empty for few works. */
export function Sparkline({ years, shared, isLarge }: Person & { shared: SharedYears | null; isLarge?: boolean }) {
  const sharedYears = shared ? yearsWithin(years, shared) : [];
  if (!shared || !isDrawn(sharedYears)) return null;
  const scale = scaleOf(sharedYears);
  // One path of vertical strokes, because a list has sixty of these.
  const bars = sharedYears.map(
    ({ year, works }) => `M${(year - shared.from) * barStep + 1} ${sparkHeight}v-${Math.ceil((works / scale) * sparkHeight)}`,
  );
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${sparkYears * barStep} ${sparkHeight}`}
      className="sparkline"
      data-large={isLarge}
      preserveAspectRatio={isLarge ? 'none' : undefined}
    >
      <path d={bars.join('')} />
    </svg>
  );
}
