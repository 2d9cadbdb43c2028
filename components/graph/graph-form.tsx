import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { capitalize } from '#components/ui/sentence.ts';
import { nodeKindFacts, nodeKinds } from '#lib/catalog/graph/model/kinds.ts';
import { type GraphQuery, minWorksChoices } from '#lib/catalog/graph/model/query.ts';
import { KindMark } from './kind-mark.tsx';

/** What the graph shows: a plain form whose values are in the address. */
export function GraphForm({ query: { from, kinds, steps, since, until, least } }: { query: GraphQuery }) {
  return (
    <form method="get" action="/graph" className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <input type="hidden" name="from" value={from} />
      <fieldset className="w-full text-sm">
        <legend className="text-soft text-xs">Show</legend>
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          {nodeKinds.map((kind) => (
            <label key={kind} className="flex min-h-6 items-center gap-1.5">
              <input type="checkbox" name="kinds" value={nodeKindFacts[kind].parameter} defaultChecked={kinds.includes(kind)} />
              <KindMark kind={kind} />
              {capitalize(nodeKindFacts[kind].plural)}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="text-soft text-xs">
        <label htmlFor="steps">Steps</label>
        <select id="steps" name="steps" defaultValue={String(steps)} className="small-field">
          <option value="1">What is linked with it</option>
          <option value="2">And what is linked with that</option>
        </select>
      </div>
      <div className="text-soft text-xs">
        <label htmlFor="least">Works per link, at least</label>
        <select id="least" name="least" defaultValue={String(least)} className="small-field">
          {[...new Set([...minWorksChoices, least])]
            .sort((a, b) => a - b)
            .map((choice) => (
              <option key={choice} value={choice}>
                {choice}
              </option>
            ))}
        </select>
      </div>
      <YearField name="since" label="Works from" year={since} />
      <YearField name="until" label="to" about="Works" year={until} />
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

/** The form to find a node by name: as a start, or as the end of a path or comparison. */
export function NodeForm({
  label,
  button,
  hidden,
  name,
  text,
}: {
  label: string;
  button: string;
  hidden: Record<string, string>;
  name: string;
  text: string;
}) {
  return (
    <search>
      <form action="/graph" className="flex max-w-form flex-wrap items-end gap-2">
        {Object.entries(hidden).map(([key, value]) => (
          <input key={key} type="hidden" name={key} value={value} />
        ))}
        <div className="min-w-0 flex-1">
          <Field name={name} id={`node-${name}`} label={label} defaultValue={text} autoComplete="off" required />
        </div>
        <Button variant="primary" className="min-h-10.5">
          {button}
        </Button>
      </form>
    </search>
  );
}
