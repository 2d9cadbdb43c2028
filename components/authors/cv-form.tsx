import { Button } from '#components/ui/button.tsx';
import { formatNumber } from '#components/ui/sentence.ts';
import { cvPartLabels, cvParts } from '#lib/portal/pages/model/cv-choice.ts';
import { cvFiles } from '#lib/portal/pages/model/cv-files.ts';

const fieldClass = 'mt-0.5 block rounded-md border border-edge bg-paper px-2 py-1.5 text-ink text-sm';

interface Props {
  slug: string;
  styles: readonly { id: string; title: string }[];
  /** Maximum number of works in a CV with a named citation style. */
  maxStyledWorks: number;
}

/** The options of a CV: a plain form with a button for each file format. */
export function CvForm({ slug, styles, maxStyledWorks }: Props) {
  const path = `/authors/${slug}/cv`;
  return (
    <form method="get" action={`${path}/cv.html`} className="grid gap-5">
      <fieldset>
        <legend className="font-semibold">Sections</legend>
        <div className="mt-1 flex flex-wrap gap-x-6 gap-y-2">
          {cvParts.map((part) => (
            <label key={part} className="flex items-center gap-2">
              <input type="checkbox" name="part" value={part} defaultChecked className="size-4 accent-accent" />
              {cvPartLabels[part]}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="flex flex-wrap gap-4">
        <Year name="from" label="From year" />
        <Year name="to" label="To year" />
        <label className="min-w-0 text-soft text-xs">
          Citation style
          <select name="style" className={`${fieldClass} w-full`}>
            {styles.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p className="text-soft text-sm">
        Named styles are those of the Citation Style Language, and cite the newest {formatNumber(maxStyledWorks)} works.{' '}
        <a href="https://citationstyles.org/">Citations by CSL (citeproc-js)</a>
      </p>
      <div className="flex flex-wrap gap-2.5">
        {cvFiles.map(({ file, name }) => (
          <Button key={file} formAction={`${path}/${file}`}>
            {name}
          </Button>
        ))}
      </div>
    </form>
  );
}

const Year = ({ name, label }: { name: string; label: string }) => (
  <label className="w-28 text-soft text-xs">
    {label}
    <input type="number" inputMode="numeric" name={name} min={1000} max={2999} placeholder="any year" className={`${fieldClass} w-full`} />
  </label>
);
