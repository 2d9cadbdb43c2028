import { DataTable } from './data-table.tsx';
import { Disclosure } from './disclosure.tsx';
import { ScrollRegion } from './scroll-region.tsx';
import { formatNumber } from './sentence.ts';

interface Bar {
  label: string;
  value: number;
  /** The link of the bar and of its table row, if any. */
  href?: string;
  /** The parts of the bar in the order of the legend; their sum is the value. */
  parts?: readonly number[];
}

interface Props {
  /** The counted quantity, as the name of the chart and the caption of the table: "Works by year". */
  title: string;
  labelName: string;
  valueName: string;
  bars: readonly Bar[];
  /** Names of the parts, if bars have parts. */
  legend?: readonly string[];
}

const height = 100;
const footHeight = 22;
const headHeight = 20;
/** Minimum value of the full height, so that one work does not fill it. */
const minScale = 4;
const fills = [
  { fill: 'var(--color-accent)' },
  { fill: 'var(--color-m1)' },
  { fill: 'var(--color-wash)', stroke: 'var(--color-accent)' },
  { fill: 'var(--color-m8)' },
] as const;

/**
 * A bar chart rendered on the server. Horizontal positions are percentages and vertical ones pixels, so that text keeps its size on every
 * screen. A bar can be a link; the table below has the same content and is used by keyboard.
 */
export function Bars({ title, labelName, valueName, bars, legend = [] }: Props) {
  if (bars.length === 0) return null;
  const isStacked = legend.length > 1;
  const parts = isStacked ? legend.map((name, index) => [`part-${index}`, name] as const) : [];
  const [first, last] = [bars[0]?.label, bars.at(-1)?.label];
  const table = (
    <DataTable
      caption={title}
      captionHidden
      columns={{ label: labelName, ...Object.fromEntries(parts), value: valueName }}
      numeric={[...parts.map(([key]) => key), 'value']}
      rows={bars.map((bar) => ({
        key: bar.label,
        cells: {
          label: bar.href ? <a href={bar.href}>{bar.label}</a> : bar.label,
          ...Object.fromEntries((bar.parts ?? []).map((part, index) => [`part-${index}`, formatNumber(part)])),
          value: formatNumber(bar.value),
        },
      }))}
    />
  );
  return (
    <figure aria-label={`${title}, ${first === last ? first : `${first} to ${last}`}`}>
      <BarChart bars={bars} />
      {isStacked && <Legend names={legend} />}
      <div className="no-print">
        <Disclosure summary={`${title}, as a table`} small>
          {isStacked ? (
            <ScrollRegion label={`${title}, as a table`} className="max-w-text">
              {table}
            </ScrollRegion>
          ) : (
            <div className="max-w-60">{table}</div>
          )}
        </Disclosure>
      </div>
    </figure>
  );
}

const Legend = ({ names }: { names: readonly string[] }) => (
  <p className="flex flex-wrap gap-x-4 gap-y-0.5 pb-1 text-read text-xs" aria-hidden="true">
    {names.map((name, index) => (
      <span key={name} className="inline-flex items-center gap-1.5">
        <svg aria-hidden="true" width="12" height="12" className="flex-none forced-color-adjust-none">
          <rect x="0.5" y="0.5" width="11" height="11" rx="2" style={fills[index]} />
        </svg>
        {name}
      </span>
    ))}
  </p>
);

/** Maximum number of bars with a figure each; with more, only the tallest have one. */
const maxFigures = 24;
/** Maximum number of labels on small screens; with more, every other one is omitted. */
const maxSmallScreenLabels = 9;

const percent = (part: number): string => `${Math.round(part * 100) / 100}%`;

function BarChart({ bars }: Pick<Props, 'bars'>) {
  const maxValue = Math.max(...bars.map((bar) => bar.value));
  const scale = Math.max(minScale, maxValue);
  const step = 100 / bars.length;
  const labelInterval = Math.ceil(bars.length / 14);
  const isCrowded = bars.length / labelInterval > maxSmallScreenLabels;
  const tallest = bars.findIndex((bar) => bar.value === maxValue);
  return (
    <svg
      aria-hidden="true"
      width="100%"
      height={headHeight + height + footHeight}
      className="block fill-soft text-2xs forced-color-adjust-none"
    >
      {bars.map((bar, index) => {
        const at = labelAt(step * (index + 0.5));
        return (
          <svg key={bar.label} aria-hidden="true" x={percent(step * index)} width={percent(step)} overflow="visible" textAnchor={at.anchor}>
            <Column bar={bar} step={step} scale={scale} />
            {bar.value > 0 && (bars.length <= maxFigures || index === tallest) && (
              <text {...figureAt(at, bar.value)} y={topOf(bar.value, scale) - 5} className="fill-ink font-semibold">
                {formatNumber(bar.value)}
              </text>
            )}
            {index % labelInterval === 0 && (
              <text
                x={at.x}
                y={headHeight + height + 16}
                className={isCrowded && index % (labelInterval * 2) !== 0 ? 'max-sm:hidden' : undefined}
              >
                {bar.label}
              </text>
            )}
          </svg>
        );
      })}
      <line x1="0" x2="100%" y1={headHeight + height + 0.5} y2={headHeight + height + 0.5} className="stroke-edge" />
    </svg>
  );
}

/** Distance from an edge, in per cent, within which a centred label would extend beyond it on small screens. */
const edgePercent = 5.5;
/** Returns the position of a label in its column. */
const labelAt = (middle: number) =>
  middle < edgePercent
    ? ({ x: '0%', anchor: 'start' } as const)
    : middle > 100 - edgePercent
      ? ({ x: '100%', anchor: 'end' } as const)
      : ({ x: '50%', anchor: 'middle' } as const);

/** Returns the position of a figure: a short one stays centred, also at an edge. */
const figureAt = (label: ReturnType<typeof labelAt>, value: number) =>
  value < 100 ? ({ x: '50%', textAnchor: 'middle' } as const) : { x: label.x };

const topOf = (value: number, scale: number): number => headHeight + height - Math.round((height * value) / scale);

/** A bar with its parts stacked upwards, and its figure as a tooltip. */
function Column({ bar, step, scale }: { bar: Bar; step: number; scale: number }) {
  if (bar.value === 0) return null;
  const barWidth = Math.min(62, 900 / step);
  const parts = bar.parts ?? [bar.value];
  const bounds = parts.map((_, index) => parts.slice(0, index).reduce((sum, part) => sum + part, 0));
  const rectangles = parts.flatMap((part, index) => {
    if (part === 0) return [];
    const [top, bottom] = [topOf((bounds[index] ?? 0) + part, scale), topOf(bounds[index] ?? 0, scale)];
    const rectangle = {
      x: percent((100 - barWidth) / 2),
      y: top,
      width: percent(barWidth),
      height: bottom - top - (bounds[index] === 0 ? 0 : 1.5),
    };
    return [<rect key={fills[index]?.fill} {...rectangle} rx="1.5" style={fills[index]} />];
  });
  const title = <title>{`${bar.label}: ${formatNumber(bar.value)}`}</title>;
  if (!bar.href)
    return (
      <g>
        {title}
        {rectangles}
      </g>
    );
  return (
    <a href={bar.href} tabIndex={-1} className="hover:opacity-75">
      {title}
      {rectangles}
    </a>
  );
}
