import { ActionButton } from '#components/site/action-button.tsx';
import { ActionField, ActionForm, ActionSelect } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { maxNoteLength } from '#lib/catalog/statements/model/contributions.ts';
import { maxPinned, type OwnRecord, type PinChoice } from '#lib/catalog/statements/model/statement.ts';
import { saveNote, savePin } from '#lib/portal/pages/actions/statements.ts';

const shortTitle = (title: string): string => (title.length > 90 ? `${title.slice(0, 89)}…` : title);
const optionLabelOf = ({ title, year }: PinChoice): string => `${year ?? 'Undated'}: ${shortTitle(title)}`;

/** The pinned works of a record in their order, and the forms to change them. */
export function PinForms({ record: { id, pinned, choices, notes } }: { record: OwnRecord }) {
  return (
    <div className="space-y-5">
      <p className="max-w-measure text-sm text-soft">
        Up to {maxPinned} works are shown first on your profile. The list by year also contains them.
      </p>
      {pinned.length === 0 ? (
        <p className="text-sm">None selected. Your works are listed by year.</p>
      ) : (
        <ol>
          {pinned.map((work, index) => (
            <li
              key={work.id}
              className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-line border-t py-2.5 first:border-t-0"
            >
              <span className="min-w-0 max-w-measure">
                <a href={`/works/${work.id}`} className="font-serif">
                  {work.title}
                </a>{' '}
                <span className="text-sm text-soft">{work.year}</span>
              </span>
              <div className="flex gap-4 text-sm">
                {index > 0 && <PinChangeButton authorId={id} work={work} operation="up" label="Move up" />}
                <PinChangeButton authorId={id} work={work} operation="unpin" label="Unpin" />
              </div>
              <ActionForm
                action={saveNote}
                className="flex w-full flex-wrap items-end gap-3 text-sm"
                hiddenInputs={{ authorId: id, workId: work.id }}
              >
                <div className="min-w-0 grow">
                  <ActionField
                    id={`note-${work.id}`}
                    name="note"
                    label={
                      <>
                        A note beside it<span className="sr-only">, beside {work.title}</span>
                      </>
                    }
                    defaultValue={notes[work.id] ?? ''}
                    maxLength={maxNoteLength}
                  />
                </div>
                <Button>
                  Save<span className="sr-only"> the note beside {work.title}</span>
                </Button>
              </ActionForm>
            </li>
          ))}
        </ol>
      )}
      {pinned.length < maxPinned && choices.length > 0 && (
        <ActionForm action={savePin} className="space-y-3" hiddenInputs={{ authorId: id, operation: 'pin' }}>
          <ActionSelect
            id="pinned-work"
            name="workId"
            label={pinned.length > 0 ? 'Pin another work' : 'Pin a work'}
            options={choices.map((work) => ({ value: work.id, label: optionLabelOf(work) }))}
          />
          <Button>Pin it</Button>
        </ActionForm>
      )}
    </div>
  );
}

function PinChangeButton({
  authorId,
  work,
  operation,
  label,
}: {
  authorId: string;
  work: PinChoice;
  operation: 'up' | 'unpin';
  label: string;
}) {
  return (
    <ActionButton
      action={savePin}
      hiddenInputs={{ authorId, workId: work.id, operation }}
      variant="quiet"
      label={label}
      about={` ${work.title}`}
    />
  );
}
