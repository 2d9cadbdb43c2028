import { Button } from '#components/ui/button.tsx';
import { minJointWorksChoices, type SliceQuery } from '#lib/catalog/graph/model/slice.ts';

/** The options of the graph: a plain form whose values are in the URL. */
export function ExplorerForm({ slug, requested }: { slug: string; requested: SliceQuery }) {
  return (
    <form method="get" action={`/graph/${slug}`} className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <div className="text-soft text-xs">
        <label htmlFor="steps">People</label>
        <select id="steps" name="steps" defaultValue={String(requested.steps)} className="small-field">
          <option value="1">Co-authors</option>
          <option value="2">Their co-authors too</option>
        </select>
      </div>
      <div className="text-soft text-xs">
        <label htmlFor="least">Joint works, at least</label>
        <select id="least" name="least" defaultValue={String(requested.least)} className="small-field">
          {[...new Set([...minJointWorksChoices, requested.least])]
            .sort((a, b) => a - b)
            .map((least) => (
              <option key={least} value={least}>
                {least}
              </option>
            ))}
        </select>
      </div>
      <YearField name="since" label="Joint works from" year={requested.since} />
      <YearField name="until" label="to" about="Joint works" year={requested.until} />
      <Button>Show</Button>
    </form>
  );
}

interface YearFieldProps {
  name: string;
  label: string;
  /** Completes the label for screen readers, which may read the field out of context. */
  about?: string;
  year: number | null;
}

const YearField = ({ name, label, about, year }: YearFieldProps) => (
  <label className="w-28 text-soft text-xs">
    {about && <span className="sr-only">{about} </span>}
    {label}
    <input
      type="number"
      inputMode="numeric"
      name={name}
      min={1000}
      max={2999}
      placeholder="any year"
      defaultValue={year ?? undefined}
      className="small-field"
    />
  </label>
);

/** The form to find the path to a person, by name. */
export function PathForm({ slug, name, text }: { slug: string; name: string; text: string }) {
  return (
    <form method="get" action={`/graph/${slug}`} className="flex items-end gap-x-3">
      <label className="wrap-anywhere min-w-0 grow text-soft text-xs">
        {`Find the path from ${name} to`}
        <input name="to" defaultValue={text} maxLength={200} required placeholder="a person’s name" className="small-field" />
      </label>
      <Button variant="primary" className="whitespace-nowrap">
        Show path
      </Button>
    </form>
  );
}
