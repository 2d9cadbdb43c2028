import { ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { Section } from '#components/ui/section.tsx';
import { importArchiveAction } from '#lib/portal/exports/actions.ts';
import { importParts } from '#lib/portal/exports/model/portable.ts';
import type { Preview, PreviewGroup, PreviewLine } from '#lib/portal/exports/model/preview.ts';

/** Upper bound on listed items in each group. */
const maxLines = 100;

/** The preview of an archive import by kind, the data that cannot be transferred, and the button to import. */
export function ArchivePreview({ preview }: { preview: Preview }) {
  const willChange = preview.groups.some(({ toImport }) => toImport.length > 0);
  return (
    <>
      {willChange ? (
        <ActionForm action={importArchiveAction} className="space-y-6" back="/me/data" hiddenInputs={{ id: preview.id }}>
          <fieldset>
            <legend className="mb-2 font-semibold">Choose what to import</legend>
            <ul>
              {preview.groups.map((group) => (
                <Group key={group.of} group={group} />
              ))}
            </ul>
          </fieldset>
          <p className="max-w-measure text-sm text-soft">Everything you have chosen is imported at once, or nothing.</p>
          <Button variant="primary">Import</Button>
        </ActionForm>
      ) : (
        <p className="max-w-measure">
          Nothing would change: everything in the archive is here already, differs here, or cannot be found here.
        </p>
      )}
      <div className="mt-10">
        <NotImported groups={preview.groups} />
        {preview.excluded.length > 0 && (
          <Section id="stays" title="Not transferable">
            <ul>
              {preview.excluded.map(({ title, entries, why, next }) => (
                <li key={title} className="border-line border-t py-2.5 text-sm first:border-t-0">
                  <strong>{title}</strong> <span className="text-soft">({entries})</span> {why} {next}
                </li>
              ))}
            </ul>
          </Section>
        )}
      </div>
    </>
  );
}

function Group({ group: { of, toImport, presentCount, notImported } }: { group: PreviewGroup }) {
  if (toImport.length + presentCount === 0) return null;
  return (
    <li className="grid grid-cols-[1.5rem_1fr] items-baseline gap-x-2 border-line border-t py-3 first:border-t-0">
      <input
        id={`of-${of}`}
        type="checkbox"
        name="of"
        value={of}
        defaultChecked={toImport.length > 0}
        disabled={toImport.length === 0}
        className="size-4 translate-y-0.5 accent-accent"
      />
      <div>
        <label htmlFor={`of-${of}`} className="font-medium">
          {importParts[of]}
        </label>{' '}
        <span className="text-sm text-soft">
          {toImport.length} to import{presentCount > 0 && `, ${presentCount} here already`}
          {notImported.length > 0 && `, ${notImported.length} not imported`}
        </span>
        {toImport.length > 0 && (
          <Disclosure summary="Show the items" open={toImport.length <= 10}>
            <Lines lines={toImport} />
          </Disclosure>
        )}
      </div>
    </li>
  );
}

const Name = ({ line: { name, path, detail } }: { line: PreviewLine }) => (
  <>
    {path ? <a href={path}>{name}</a> : name} {detail && <span className="text-soft">{detail}</span>}
  </>
);

function Lines({ lines }: { lines: readonly PreviewLine[] }) {
  return (
    <ul className="space-y-1">
      {lines.slice(0, maxLines).map((line) => (
        <li key={`${line.name} ${line.path} ${line.detail}`}>
          <Name line={line} />
        </li>
      ))}
      {lines.length > maxLines && <li className="text-soft">and {lines.length - maxLines} more</li>}
    </ul>
  );
}

function NotImported({ groups }: { groups: readonly PreviewGroup[] }) {
  return groups
    .filter(({ notImported }) => notImported.length > 0)
    .map(({ of, notImported }) => (
      <Section key={of} id={`left-${of}`} title={`Not imported: ${importParts[of].toLowerCase()}`}>
        <ul>
          {notImported.slice(0, maxLines).map((line) => (
            <li key={`${line.name} ${line.path} ${line.detail}`} className="border-line border-t py-2.5 text-sm first:border-t-0">
              <Name line={line} /> <span className="block text-soft">{line.why}</span>
            </li>
          ))}
          {notImported.length > maxLines && <li className="py-2.5 text-sm text-soft">and {notImported.length - maxLines} more</li>}
        </ul>
      </Section>
    ));
}
