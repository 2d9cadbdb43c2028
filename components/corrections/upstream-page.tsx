import { Disclosure } from '#components/ui/disclosure.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { shortenText } from '#components/ui/long-text.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { formatFactValue } from '#components/works/work-labels.ts';
import type { UpstreamNote } from '#lib/catalog/works/model/upstream-notes.ts';
import { type CorrectedValueNotes, fieldRules, formatCorrectionValue, type Subject } from '#lib/governance/corrections/model.ts';

interface Props {
  subject: Subject;
  name: string;
  /** The page of the work or profile. */
  path: string;
  notes: readonly CorrectedValueNotes[];
}

/** The page with texts for sources about the accepted corrections of a work or profile. */
export function UpstreamPage({ subject, name, path, notes }: Props) {
  const isOfWork = subject === 'work';
  return (
    <Page>
      <PageHead
        eyebrow={<a href={path}>{isOfWork ? 'Back to the work' : 'Back to the profile'}</a>}
        title="Tell the source"
        lead={
          <>
            Texts about the accepted corrections of {!isOfWork && 'the profile '}“{name}”, to copy or to save. Nothing is sent from here.
          </>
        }
      />
      {notes.length === 0 && (
        <EmptyState title={isOfWork ? 'No correction of this work is accepted.' : 'No accepted correction of this profile is shown.'}>
          <a href={`${path}/correct`} rel="nofollow">
            Suggest a correction
          </a>
        </EmptyState>
      )}
      {notes.map((each) => (
        <UpstreamNotes key={each.id} {...each} path={`${path}/upstream`} />
      ))}
    </Page>
  );
}

/** The texts for an accepted correction: for the sources with the wrong value, then for others that may repeat it. */
function UpstreamNotes({ id, field, value, notes, path }: CorrectedValueNotes & { path: string }) {
  const [notesAtFault, otherNotes] = [notes.filter(({ isAtFault }) => isAtFault), notes.filter(({ isAtFault }) => !isAtFault)];
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 id={id} className="mb-3 break-words font-semibold text-md">
        {fieldRules[field].label}: {shortenText(formatFactValue(field, formatCorrectionValue(field, value)))}
      </h2>
      {notesAtFault.length === 0 && <p className="mb-3 max-w-measure text-soft">No source with a known address says the wrong value.</p>}
      {notesAtFault.map((note) => (
        <Note key={note.id} note={note} path={path} field={`${id}-${note.id}`} />
      ))}
      {otherNotes.length > 0 && (
        <Disclosure summary="Other databases">
          {otherNotes.map((note) => (
            <Note key={note.id} note={note} path={path} field={`${id}-${note.id}`} />
          ))}
        </Disclosure>
      )}
    </section>
  );
}

function Note({ note, path, field }: { note: UpstreamNote; path: string; field: string }) {
  return (
    <div className="mb-6 max-w-text">
      <h3 className="font-semibold">{note.name}</h3>
      <p className="mb-2 text-sm text-soft">
        {note.instructions} <a href={note.address}>{note.address.replace(/^(mailto:|https:\/\/)/, '')}</a>
      </p>
      <TextArea label={`Text for ${note.name}`} name={field} rows={9} readOnly defaultValue={note.text} className="font-mono text-xs" />
      <p className="mt-1 text-sm">
        <a href={`${path}/${field}.${note.fileExtension}`}>
          Save as a file<span className="sr-only"> with the text for {note.name}</span>
        </a>
      </p>
    </div>
  );
}
