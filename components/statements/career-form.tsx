import { ActionField, ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { type CareerEntry, type CareerPart, careerField, maxCareerEntries } from '#lib/catalog/statements/model/career.ts';
import type { OwnRecord } from '#lib/catalog/statements/model/statement.ts';
import { saveCareer } from '#lib/portal/pages/actions/statements.ts';

const labels: Record<CareerPart, { one: string; many: string; title: string }> = {
  positions: { one: 'Position', many: 'Positions', title: 'Position' },
  education: { one: 'Degree', many: 'Education', title: 'Degree or subject' },
};
const blankEntries = 2;

/** The form for the positions and education of a record's owner. */
export function CareerForm({ record: { id, career } }: { record: OwnRecord }) {
  return (
    <>
      <p className="mb-5 max-w-measure text-sm text-soft">
        Public, with the date, as your statement. Organisations are matched to the ROR registry. Clear an entry to remove it.
      </p>
      <ActionForm action={saveCareer} hiddenInputs={{ authorId: id, seen: career.seen }}>
        <Entries part="positions" entries={career.positions} />
        <Entries part="education" entries={career.education} />
        <Button variant="primary">Save positions and education</Button>
      </ActionForm>
    </>
  );
}

function Entries({ part, entries }: { part: CareerPart; entries: readonly CareerEntry[] }) {
  const rows = Math.min(maxCareerEntries, entries.length + blankEntries);
  return (
    <div className="space-y-5">
      <h2 className="font-semibold">{labels[part].many}</h2>
      {Array.from({ length: rows }, (_, index) => (
        <Entry key={careerField(part, index, 'place')} part={part} at={index} entry={entries[index]} />
      ))}
    </div>
  );
}

function Entry({ part, at, entry }: { part: CareerPart; at: number; entry: CareerEntry | undefined }) {
  const { one, title } = labels[part];
  const rorHint = entry?.rorId && `Matched to https://ror.org/${entry.rorId}.`;
  return (
    <fieldset className="grid max-w-text gap-x-4 gap-y-3 border-line border-l-2 pl-4 sm:grid-cols-2">
      <legend className="sr-only">
        {one} {at + 1}
      </legend>
      <ActionField name={careerField(part, at, 'title')} label={title} defaultValue={entry?.title ?? ''} maxLength={200} />
      <ActionField
        name={careerField(part, at, 'place')}
        label="Organisation"
        hint={rorHint}
        defaultValue={entry?.place ?? ''}
        maxLength={200}
      />
      <ActionField
        name={careerField(part, at, 'from')}
        label="From"
        defaultValue={entry?.from ?? ''}
        placeholder="2019 or 2019-09"
        maxLength={7}
      />
      <ActionField
        name={careerField(part, at, 'to')}
        label="To"
        defaultValue={entry?.to ?? ''}
        placeholder="Empty if it goes on"
        maxLength={7}
      />
    </fieldset>
  );
}
