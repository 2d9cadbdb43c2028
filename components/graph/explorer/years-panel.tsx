import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import type { YearBar } from './histogram.ts';

interface Props {
  bars: readonly YearBar[];
  since: number | null;
  until: number | null;
  /** The year that is shown while the years are played. */
  asOf: number | null;
  onSpan: (span: { since: number | null; until: number | null }) => void;
  onAsOf: (year: number | null) => void;
}

/** How long all years take, and the bounds of one. */
const playMs = 12_000;
const [minStepMs, maxStepMs] = [250, 900];
const height = 44;

/** New links by year, the span of years, and how the graph grew year by year. */
export function YearsPanel({ bars, since, until, asOf, onSpan, onAsOf }: Props) {
  const id = useId();
  const [isPlaying, setPlaying] = useState(false);
  const [first, last] = [bars[0]?.year ?? 0, bars.at(-1)?.year ?? 0];
  const [from, to] = [clamp(since ?? first, first, last), clamp(until ?? last, first, last)];
  const most = Math.max(1, ...bars.map(({ count }) => count));

  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(
      () => {
        const next = (asOf ?? from - 1) + 1;
        onAsOf(next > to ? null : next);
        if (next > to) setPlaying(false);
      },
      clamp(playMs / Math.max(1, to - from), minStepMs, maxStepMs),
    );
    return () => clearTimeout(timer);
  }, [isPlaying, asOf, from, to, onAsOf]);

  if (bars.length < 2) return null;
  const isWithin = (year: number) => year >= from && year <= (asOf ?? to);
  return (
    <section aria-labelledby={`${id}-years`} className="card p-4!">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id={`${id}-years`} className="font-semibold text-sm">
          New links by year
        </h2>
        <p className="text-soft text-xs" role={isPlaying ? undefined : 'status'}>
          {asOf === null ? `${from}–${to}` : `as of ${asOf}`}
        </p>
      </div>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${bars.length * 10} ${height}`}
        preserveAspectRatio="none"
        className="mt-2 block h-11 w-full forced-color-adjust-none"
      >
        {bars.map(({ year, count }, index) => (
          <rect
            key={year}
            x={index * 10 + 1}
            width="8"
            y={height - (count / most) * height}
            height={(count / most) * height}
            fill={isWithin(year) ? 'var(--color-accent)' : 'var(--color-track)'}
          />
        ))}
      </svg>
      <div className="grid grid-cols-2 gap-4">
        <YearSlider
          id={`${id}-from`}
          label="From"
          value={from}
          bars={bars}
          onYear={(year) => onSpan({ since: year <= first ? null : year, until })}
        />
        <YearSlider
          id={`${id}-to`}
          label="To"
          value={to}
          bars={bars}
          onYear={(year) => onSpan({ since, until: year >= last ? null : year })}
        />
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button type="button" className="min-h-9!" onClick={() => setPlaying(!isPlaying)}>
          {isPlaying ? 'Pause' : 'Play the years'}
        </Button>
        {asOf !== null && (
          <Button
            type="button"
            className="min-h-9!"
            onClick={() => {
              setPlaying(false);
              onAsOf(null);
            }}
          >
            Show all years
          </Button>
        )}
        {(since !== null || until !== null) && (
          <Button type="button" className="min-h-9!" onClick={() => onSpan({ since: null, until: null })}>
            Reset the span
          </Button>
        )}
      </div>
    </section>
  );
}

interface YearSliderProps {
  id: string;
  label: string;
  value: number;
  bars: readonly YearBar[];
  onYear: (year: number) => void;
}

/** A year of the span. It is applied when the slider is released. */
function YearSlider({ id, label, value, bars, onYear }: YearSliderProps) {
  const [shown, setShown] = useState(value);
  // What was chosen last comes back as the value, maybe after the slider has moved on.
  const chosen = useRef(value);
  useEffect(() => {
    if (value === chosen.current) return;
    chosen.current = value;
    setShown(value);
  }, [value]);
  const count = bars.find(({ year }) => year === shown)?.count ?? 0;
  const commit = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const year = Number(currentTarget.value);
    if (year === chosen.current) return;
    chosen.current = year;
    onYear(year);
  };
  return (
    <label htmlFor={id} className="text-soft text-xs">
      {label} {shown}
      <input
        id={id}
        type="range"
        min={bars[0]?.year}
        max={bars.at(-1)?.year}
        value={shown}
        aria-valuetext={`${shown}, ${formatCount(count, 'new link')}`}
        onInput={(event) => setShown(Number(event.currentTarget.value))}
        onPointerUp={commit}
        onKeyUp={commit}
        onBlur={commit}
        className="block h-6 w-full text-base accent-accent"
      />
    </label>
  );
}

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);
