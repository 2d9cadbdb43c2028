import { Button } from '#components/ui/button.tsx';

interface Props {
  slug: string;
  /** The first and last selectable day, as YYYY-MM-DD. */
  first: string;
  today: string;
  /** The displayed day. */
  day?: string;
}

const fieldClass = 'mt-0.5 block rounded-md border border-edge bg-paper px-2 py-1.5 text-ink text-sm';

/** The form to show a profile as of a day. */
export function DayForm({ slug, first, today, day }: Props) {
  return (
    <form method="get" action={`/authors/${slug}`} className="no-print flex flex-wrap items-end gap-x-4 gap-y-3">
      <label className="text-soft text-xs">
        Day
        <input type="date" name="as-of" min={first} max={today} required defaultValue={day} className={fieldClass} />
      </label>
      <Button>Show</Button>
    </form>
  );
}
