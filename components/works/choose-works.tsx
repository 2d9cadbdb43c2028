import type { ReactNode } from 'react';
import { citationFormats, maxSelected } from '#lib/catalog/works/model/citations/formats.ts';

/** A form around a list of works with checkboxes: each button downloads the selected works in one format. Works without script. */
export function SelectedWorksForm({ children, leave }: { children: ReactNode; leave: string }) {
  return (
    <form method="get" action={`/works/${citationFormats[0]?.file}`}>
      <fieldset className="mb-5 border-line border-y py-3">
        <legend className="sr-only">Export selected works</legend>
        <p className="mb-2 text-sm text-soft">
          Select works, then choose a format; at most {maxSelected} works in a file. <a href={leave}>Cancel</a>
        </p>
        <div className="flex flex-wrap gap-2">
          {citationFormats.map(({ file, name }) => (
            <button
              key={file}
              type="submit"
              formAction={`/works/${file}`}
              className="rounded-md border border-edge px-3 py-1 font-medium text-sm hover:border-accent hover:text-accent"
            >
              {name}
            </button>
          ))}
        </div>
      </fieldset>
      {children}
    </form>
  );
}

/** The checkbox of one work. */
export function WorkCheckbox({ id, title }: { id: string; title: string }) {
  return (
    <label className="mb-1 inline-flex items-center gap-2 text-soft text-xs">
      <input type="checkbox" name="id" value={id} className="size-4 accent-accent" />
      <span>
        Choose<span className="sr-only"> {title}</span>
      </span>
    </label>
  );
}
