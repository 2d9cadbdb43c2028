interface BarPart {
  label: string;
  value: number;
  max: number;
}

/** A bar with parts, each as wide as its maximum and filled by its value. Its accessible name has all figures. */
export function PartsBar({ title, parts }: { title: string; parts: readonly BarPart[] }) {
  const description = parts.map((part) => `${part.label} ${part.value} of ${part.max}`).join(', ');
  return (
    <div role="img" aria-label={`${title}: ${description}`} className="flex gap-0.75">
      {parts.map((part) => (
        <span key={part.label} className="block min-w-0" style={{ flexGrow: part.max, flexBasis: 0 }}>
          <span className="block h-2 bg-track forced-colors:border forced-colors:border-[CanvasText] print:border print:border-ink">
            <span
              className="block h-full bg-accent forced-color-adjust-none forced-colors:bg-[Highlight]"
              style={{ width: `${(100 * part.value) / part.max}%` }}
            />
          </span>
          {/* On small screens, narrow parts have no space for their names. */}
          <span className="mt-1.5 block text-xs leading-4 max-sm:hidden">
            <b className="block font-semibold">
              {part.value} of {part.max}
            </b>
            <span className="text-soft">{part.label}</span>
          </span>
        </span>
      ))}
    </div>
  );
}
