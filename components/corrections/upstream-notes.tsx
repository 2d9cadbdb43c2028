import { Disclosure } from '#components/ui/disclosure.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import type { UpstreamNote } from '#lib/catalog/works/model/upstream-notes.ts';

/** A corrected value, with texts to send to sources. */
export interface CorrectedValue {
  id: string;
  /** The label of the field. */
  label: string;
  /** The corrected value. */
  value: string;
  notes: readonly UpstreamNote[];
}

/** The texts for an accepted correction: for the sources with the wrong value, then for others that may repeat it. */
export function UpstreamNotes({ corrected: { id, label, value, notes }, path }: { corrected: CorrectedValue; path: string }) {
  const [notesAtFault, otherNotes] = [notes.filter(({ isAtFault }) => isAtFault), notes.filter(({ isAtFault }) => !isAtFault)];
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 id={id} className="mb-3 break-words font-semibold text-md">
        {label}: {value}
      </h2>
      {notesAtFault.length === 0 && <p className="mb-3 max-w-measure text-soft">No source with a known address says the wrong value.</p>}
      {notesAtFault.map((note) => (
        <Note key={note.id} note={note} file={`${path}/${id}-${note.id}.${note.fileExtension}`} field={`${id}-${note.id}`} />
      ))}
      {otherNotes.length > 0 && (
        <Disclosure summary="Other databases">
          {otherNotes.map((note) => (
            <Note key={note.id} note={note} file={`${path}/${id}-${note.id}.${note.fileExtension}`} field={`${id}-${note.id}`} />
          ))}
        </Disclosure>
      )}
    </section>
  );
}

function Note({ note, file, field }: { note: UpstreamNote; file: string; field: string }) {
  return (
    <div className="mb-6 max-w-text">
      <h3 className="font-semibold">{note.name}</h3>
      <p className="mb-2 text-sm text-soft">
        {note.instructions} <a href={note.address}>{note.address.replace(/^(mailto:|https:\/\/)/, '')}</a>
      </p>
      <TextArea label={`Text for ${note.name}`} name={field} rows={9} readOnly defaultValue={note.text} className="font-mono text-xs" />
      <p className="mt-1 text-sm">
        <a href={file}>
          Save as a file<span className="sr-only"> with the text for {note.name}</span>
        </a>
      </p>
    </div>
  );
}
