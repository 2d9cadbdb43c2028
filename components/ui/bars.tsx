import { DataTable } from './data-table.tsx';
import { Disclosure } from './disclosure.tsx';

export interface Bar {
  label: string;
  value: number;
  /** Where the table's row leads, if anywhere. */
  href?: string;
}

interface Props {
  /** What is counted, as the picture's name and the table's caption. */
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
 * size on every screen. The table below says the same.
 */
export function Bars({ title, labelName, valueName, bars }: Props) {
  if (bars.length === 0) return null;
  return (
    <figure>
      <Picture title={title} bars={bars} />
      <Disclosure summary="As a table" small>
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

function Picture({ title, bars }: Pick<Props, 'title' | 'bars'>) {
  const most = Math.max(1, ...bars.map((bar) => bar.value));
  const step = 100 / bars.length;
  const wide = Math.min(step * 0.62, 4);
  const every = Math.ceil(bars.length / 12);
  return (
    <svg role="img" aria-label={title} width="100%" height={head + height + foot} className="block text-xs">
      {bars.map((bar, index) => {
        const x = step * index;
        const tall = (height * bar.value) / most;
        return (
          <g key={bar.label}>
            {bar.value > 0 && <rect x={`${x}%`} y={head + height - tall} width={`${wide}%`} height={tall} className="fill-edge/70" />}
            {bar.value > 0 && bars.length <= 24 && (
              <text x={`${x}%`} y={head + height - tall - 4} className="fill-soft text-2xs">
                {bar.value}
              </text>
            )}
            {index % every === 0 && (
              <text x={`${x}%`} y={head + height + 15} className={`fill-soft text-2xs ${index % (every * 2) === 0 ? '' : 'max-sm:hidden'}`}>
                {bar.label}
              </text>
            )}
          </g>
        );
      })}
      <line x1="0" x2="100%" y1={head + height + 0.5} y2={head + height + 0.5} className="stroke-edge" />
    </svg>
  );
}
