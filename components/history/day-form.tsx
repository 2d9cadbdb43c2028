import { Button } from '#components/ui/button.tsx';

interface Props {
  slug: string;
  /** The first and last selectable day, as YYYY-MM-DD. */
  first: string;
  today: string;
  /** The displayed days. */
  day?: string;
  compared?: string;
}

const fieldClass = 'mt-0.5 block rounded-md border border-edge bg-paper px-2 py-1.5 text-ink text-sm';

/** The form to show a profile as of a day, or to compare two days. */
export function DayForm({ slug, first, today, day, compared }: Props) {
  const fieldProps = { type: 'date', min: first, max: today, className: fieldClass } as const;
  return (
    <form method="get" action={`/authors/${slug}`} className="no-print flex flex-wrap items-end gap-x-4 gap-y-3">
      <label className="text-soft text-xs">
        Day
        <input {...fieldProps} name="as-of" required defaultValue={day} />
      </label>
      <label className="text-soft text-xs">
        Compare with (optional)
        <input {...fieldProps} name="compare" defaultValue={compared} />
      </label>
      <Button>Show</Button>
    </form>
  );
}
