const [height, wide, gap] = [28, 9, 4];
const maxYears = 14;

/** Works by year at the size of a word; the number beside it says how many in all. */
export function Spark({ years }: { years: readonly { year: number; works: number }[] }) {
  const last = years.at(-1)?.year;
  if (last === undefined) return null;
  const first = Math.max(years[0]?.year ?? last, last - maxYears + 1);
  const shown = years.filter(({ year }) => year >= first);
  const most = Math.max(4, ...shown.map(({ works }) => works));
  const width = (last - first + 1) * (wide + gap);
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} width={width} height={height} className="block max-w-full fill-accent">
      {shown.map(({ year, works }) => {
        const tall = (works / most) * (height - 3);
        return <rect key={year} x={(year - first) * (wide + gap)} y={height - 1 - tall} width={wide} height={tall} rx="1" />;
      })}
      <path d={`M0 ${height - 0.5}H${width}`} className="stroke-edge" />
    </svg>
  );
}
