interface YearWorks {
  year: number;
  works: number;
}

const large = { height: 92, wide: 26, gap: 8, maxYears: 7, foot: 18 };
/** The full height is so many works or more, so that one work never fills it. */
const minScale = 4;

const highest = (years: readonly YearWorks[]): number => Math.max(minScale, ...years.map(({ works }) => works));

/** Works by year on a card, with the first and the last year below the bars; the text beside it says how many in all. */
export function Spark({ years }: { years: readonly YearWorks[] }) {
  const { height, wide, gap, maxYears, foot } = large;
  const last = years.at(-1)?.year;
  if (last === undefined) return null;
  const first = Math.max(years[0]?.year ?? last, last - maxYears + 1);
  const shown = years.filter(({ year }) => year >= first);
  const most = highest(shown);
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
      {shown.map(({ year, works }) => {
        const tall = (works / most) * (base - 3);
        return <rect key={year} x={(year - first) * (wide + gap) + gap / 2} y={base - tall} width={wide} height={tall} rx="1" />;
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

/** How many years the small pictures of a list show. */
const sparkYears = 14;
/** A year is a bar of 2 with 1 between. */
const step = 3;
const tall = 14;
/** Fewer works, or those of one year, are said by the text beside it. */
const minWorks = 3;

/** The years that the small pictures of one list share, so that they can be compared. */
export interface SharedYears {
  from: number;
  to: number;
}

interface Person {
  years: readonly YearWorks[];
}

/** The years up to the newest in which anybody of a list has a work; null for a list without pictures. */
export function sharedYears(people: readonly Person[]): SharedYears | null {
  const to = Math.max(0, ...people.map(({ years }) => years.at(-1)?.year ?? 0));
  const shared = { from: to - sparkYears + 1, to };
  return people.some(({ years }) => isDrawn(within(years, shared))) ? shared : null;
}

const within = (years: readonly YearWorks[], { from, to }: SharedYears): YearWorks[] =>
  years.filter(({ year }) => year >= from && year <= to);

const isDrawn = (years: readonly YearWorks[]): boolean => years.length > 1 && years.reduce((sum, { works }) => sum + works, 0) >= minWorks;

/** What the small pictures of a list show; nothing for a list without them. */
export const sparkLegend = (shared: SharedYears | null): string => (shared ? `Bars: works by year, ${shared.from} to ${shared.to}.` : '');

/** Works by year at the size of a word; the text beside it says how many, and from when to when. Nothing where there is little to see. */
export function Sparkline({ years, shared, isLarge }: Person & { shared: SharedYears | null; isLarge?: boolean }) {
  const shown = shared ? within(years, shared) : [];
  if (!shared || !isDrawn(shown)) return null;
  const most = highest(shown);
  // One path of upright strokes: a list has sixty of these.
  const bars = shown.map(({ year, works }) => `M${(year - shared.from) * step + 1} ${tall}v-${Math.ceil((works / most) * tall)}`);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${sparkYears * step} ${tall}`}
      className="sparkline"
      data-large={isLarge}
      preserveAspectRatio={isLarge ? 'none' : undefined}
    >
      <path d={bars.join('')} />
    </svg>
  );
}
