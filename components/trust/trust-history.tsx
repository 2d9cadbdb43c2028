import { DataTable } from '#components/ui/data-table.tsx';
import { Day, shortDay } from '#components/ui/day.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import type { TrustMoment } from '#lib/catalog/trust/model/document.ts';

const width = 600;
const height = 96;
const footHeight = 18;
const leftMargin = 26;

/** The history of the points, as a step chart and a table. Input newest first; drawn oldest at the left. */
export function TrustHistory({ history }: { history: readonly TrustMoment[] }) {
  const moments = [...history].reverse();
  const [first, last] = [moments[0], moments.at(-1)];
  if (!first || !last) return null;
  return (
    <figure>
      {dayOf(first.at) !== dayOf(last.at) && <StepChart moments={moments} title={`Trust points from ${first.points} to ${last.points}`} />}
      <Disclosure summary="As a table" open={moments.length <= 6}>
        <DataTable
          caption="Snapshots"
          captionHidden
          columns={{ at: 'Day', label: 'Label', level: 'Level', points: 'Points' }}
          numeric={['points']}
          rows={history.map(({ number, at, points, level, label }) => ({
            key: `${number}`,
            cells: { at: <Day at={at} narrow />, label, level: `L${level}`, points },
          }))}
        />
      </Disclosure>
    </figure>
  );
}

/** A step chart from the first to the last day. The scale is always 0 to 100, so that small changes look small. */
function StepChart({ moments, title }: { moments: readonly TrustMoment[]; title: string }) {
  const start = moments[0]?.at.getTime() ?? 0;
  const span = Math.max(1, (moments.at(-1)?.at.getTime() ?? 0) - start);
  const x = (at: Date) => leftMargin + ((width - leftMargin - 8) * (at.getTime() - start)) / span;
  const y = (points: number) => 6 + ((height - 12) * (100 - points)) / 100;
  const path = moments.map(
    ({ at, points }, index) =>
      `${index === 0 ? 'M' : `H${x(at).toFixed(1)}V`}${index === 0 ? `${x(at).toFixed(1)} ` : ''}${y(points).toFixed(1)}`,
  );
  return (
    <svg role="img" aria-label={title} viewBox={`0 0 ${width} ${height + footHeight}`} className="block w-full max-w-[600px] text-xs">
      {[0, 50, 100].map((points) => (
        <g key={points}>
          <line x1={leftMargin} x2={width} y1={y(points)} y2={y(points)} className="stroke-line" />
          <text x={leftMargin - 6} y={y(points) + 4} textAnchor="end" className="fill-soft">
            {points}
          </text>
        </g>
      ))}
      <path d={path.join('')} fill="none" strokeWidth="2" className="stroke-accent" />
      {moments.map(({ number, at, points }) => (
        <circle key={number} cx={x(at)} cy={y(points)} r="3" className="fill-accent" />
      ))}
      <text x={leftMargin} y={height + 14} className="fill-soft">
        {shortDay(moments[0]?.at)}
      </text>
      <text x={width - 4} y={height + 14} textAnchor="end" className="fill-soft">
        {shortDay(moments.at(-1)?.at)}
      </text>
    </svg>
  );
}

const dayOf = (at: Date | undefined): string => at?.toISOString().slice(0, 10) ?? '';
