const small = { height: 28, wide: 9, gap: 4, maxYears: 14, foot: 0 };
const large = { height: 92, wide: 26, gap: 8, maxYears: 7, foot: 18 };

interface Props {
  years: readonly { year: number; works: number }[];
  /** Wide bars, with the first and the last year below them. */
  isLarge?: boolean;
}

/** Works by year at the size of a word or of a card; the text beside it says how many in all. */
export function Spark({ years, isLarge = false }: Props) {
  const { height, wide, gap, maxYears, foot } = isLarge ? large : small;
  const last = years.at(-1)?.year;
  if (last === undefined) return null;
  const first = Math.max(years[0]?.year ?? last, last - maxYears + 1);
  const shown = years.filter(({ year }) => year >= first);
  const most = Math.max(4, ...shown.map(({ works }) => works));
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
      {isLarge && (
        <g className="fill-soft">
          <text y={height - 2}>{first}</text>
          {last > first && (
            <text x={width} y={height - 2} textAnchor="end">
              {last}
            </text>
          )}
        </g>
      )}
    </svg>
  );
}
