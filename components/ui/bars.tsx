import { Fragment } from 'react';
import { DataTable } from './data-table.tsx';
import { Disclosure } from './disclosure.tsx';

interface Bar {
  label: string;
  value: number;
  /** Where the table's row leads, if anywhere. */
  href?: string;
}

interface Props {
  /** What is counted, as the picture's name and the table's caption: "Works per year". */
  title: string;
  labelName: string;
  valueName: string;
  bars: readonly Bar[];
}

const height = 56;
const foot = 20;
const head = 16;

/**
 * A small bar chart drawn on the server. Across it measures in per cent and upright in pixels, so that its words keep their
 * size on every screen. The table below says the same, and leads on where the bars stand for something that can be read.
 */
export function Bars({ title, labelName, valueName, bars }: Props) {
  if (bars.length === 0) return null;
  return (
    <figure>
      <Picture title={title} bars={bars} />
      <Disclosure summary={`${title}, as a table`} small>
        <div className="max-w-60">
          <DataTable
            caption={title}
            captionHidden
            columns={[
              { key: 'label', label: labelName },
              { key: 'value', label: valueName, numeric: true },
            ]}
            rows={bars.map((bar) => ({
              key: bar.label,
              cells: { label: bar.href ? <a href={bar.href}>{bar.label}</a> : bar.label, value: bar.value },
            }))}
          />
        </div>
      </Disclosure>
    </figure>
  );
}

/** So many bars have room for a number each; of more, only the tallest say theirs. */
const roomy = 24;
/** So many labels stand side by side on a phone; of more, every other one goes. */
const sideBySide = 8;
/** Where a label, in per cent, would reach over the right edge of a phone's screen. */
const edge = 92;

const percent = (part: number): string => `${Math.round(part * 100) / 100}%`;

function Picture({ title, bars }: Pick<Props, 'title' | 'bars'>) {
  const most = Math.max(1, ...bars.map((bar) => bar.value));
  const step = 100 / bars.length;
  const wide = Math.min(step * 0.62, 4);
  const top = (bar: Bar): number => head + height - Math.round((height * bar.value) / most);
  const every = Math.ceil(bars.length / 12);
  const crowded = bars.length / every > sideBySide;
  const tallest = bars.findIndex((bar) => bar.value === most);
  const [first, last] = [bars[0]?.label, bars.at(-1)?.label];
  const says = `${title}, ${first === last ? first : `${first} to ${last}`}, at most ${most}: the table has every figure`;
  return (
    <svg role="img" aria-label={says} width="100%" height={head + height + foot} className="block fill-soft text-2xs">
      <g className="fill-edge/70">
        {bars.map((bar, index) => (
          <Column key={bar.label} bar={bar} x={step * index} top={top(bar)} wide={wide} />
        ))}
      </g>
      {bars.map((bar, index) => {
        const x = step * index;
        const at = x > edge ? { x: percent(x + wide), textAnchor: 'end' as const } : { x: percent(x) };
        return (
          <Fragment key={bar.label}>
            {bar.value > 0 && (bars.length <= roomy || index === tallest) && (
              <text {...at} y={top(bar) - 4}>
                {bar.value}
              </text>
            )}
            {index % every === 0 && (
              <text {...at} y={head + height + 15} className={crowded && index % (every * 2) !== 0 ? 'max-sm:hidden' : undefined}>
                {bar.label}
              </text>
            )}
          </Fragment>
        );
      })}
      <line x1="0" x2="100%" y1={head + height + 0.5} y2={head + height + 0.5} className="stroke-edge" />
    </svg>
  );
}

/** One bar; pointing at it says its figure. */
function Column({ bar, x, top, wide }: { bar: Bar; x: number; top: number; wide: number }) {
  if (bar.value === 0) return null;
  return (
    <rect x={percent(x)} y={top} width={percent(wide)} height={head + height - top}>
      <title>{`${bar.label}: ${bar.value}`}</title>
    </rect>
  );
}
