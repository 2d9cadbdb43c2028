import type { ComponentProps, ReactNode } from 'react';
import { ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Choice } from '#components/ui/choice.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import {
  choicesOf,
  type Draft,
  type DraftEntry,
  type EntryChoice,
  entryFieldName,
  type LikelyWork,
} from '#lib/governance/additions/model.ts';

const maxNames = 8;

interface Props {
  draft: Draft;
  /** The slug of the record; null if it is created with the selected works. */
  slug: string | null;
  action: ComponentProps<typeof ActionForm>['action'];
  /** Hidden and further fields. */
  fields: ReactNode;
  submit: string;
}

/** Returns what was read last, for the confirmation. */
export function readTitle({ entries, faults }: Draft): string {
  const unread = faults.filter(({ field }) => field === undefined).length;
  return `${formatCount(entries.length, 'work')} read${unread > 0 ? `, ${formatCount(unread, 'entry', 'entries')} not` : ''}`;
}

/** A list of what could not be read. */
function Faults({ heading, faults }: { heading: string; faults: Draft['faults'] }) {
  if (faults.length === 0) return null;
  return (
    <div className="mb-6 max-w-text text-sm">
      <h3 className="font-semibold">{heading}</h3>
      <ul className="divide-y divide-line border-line border-y">
        {[...new Map(faults.map((fault) => [`${fault.name} ${fault.field} ${fault.reason}`, fault]))].map(
          ([key, { name, field, reason }]) => (
            <li key={key} className="break-words py-1.5">
              <b className="font-semibold">
                <bdi>{name}</bdi>
                {field && `, ${field}`}:
              </b>{' '}
              {reason}
            </li>
          ),
        )}
      </ul>
    </div>
  );
}

/** The parsed works, with a choice for each. */
export function DraftForm({ draft, slug, action, fields, submit }: Props) {
  const canAdd = draft.entries.some((entry) => choicesOf(entry).length > 1);
  return (
    <>
      <Faults heading="Not read" faults={draft.faults.filter(({ field }) => field === undefined)} />
      <Faults heading="Values that could not be read" faults={draft.faults.filter(({ field }) => field !== undefined)} />
      {draft.entries.length > 0 && (
        <ActionForm action={action} hiddenInputs={{ seen: draft.seen }}>
          <ol className="max-w-text divide-y divide-line border-line border-y">
            {draft.entries.map((entry) => (
              <li key={entry.at} className="py-4">
                <Entry entry={entry} slug={slug} />
              </li>
            ))}
          </ol>
          {canAdd && fields}
          {canAdd && <Button variant="primary">{submit}</Button>}
        </ActionForm>
      )}
    </>
  );
}

function Entry({ entry, slug }: { entry: DraftEntry; slug: string | null }) {
  const choices = choicesOf(entry);
  const [defaultChoice = 'leave'] = choices;
  return (
    <>
      <p className="break-words font-serif text-md">{entry.title}</p>
      <p className="break-words text-sm text-soft">
        <Names entry={entry} />
        {entry.authors.length > maxNames && ` and ${entry.authors.length - maxNames} more`}
      </p>
      <p className="mb-2 break-words text-sm text-soft">{entry.facts}</p>
      {slug === null ? <NewProfileMatch entry={entry} /> : <MatchNote entry={entry} slug={slug} />}
      {choices.length > 1 && (
        <Choice
          legend={<span className="sr-only">What to do with “{entry.title}”</span>}
          name={entryFieldName(entry.at)}
          options={choices.map((choice) => ({ value: fieldValue(choice), label: labelOf(choice, entry) }))}
          chosen={[fieldValue(defaultChoice)]}
        />
      )}
    </>
  );
}

/** The first author names, with the owner's own highlighted. */
function Names({ entry: { authors, own } }: { entry: DraftEntry }) {
  if (own < 0 || own >= maxNames) return authors.slice(0, maxNames).join(', ');
  const [before, after] = [authors.slice(0, own), authors.slice(own + 1, maxNames)];
  return (
    <>
      {before.map((name) => `${name}, `).join('')}
      <b className="font-semibold text-ink">{authors[own]}</b>
      {after.map((name) => `, ${name}`).join('')}
    </>
  );
}

const fieldValue = (choice: EntryChoice): string => (typeof choice === 'string' ? choice : `work-${choice.joins}`);

function labelOf(choice: EntryChoice, { same, alike }: DraftEntry): string {
  if (choice === 'leave') return 'Leave it out';
  if (choice === 'new') return alike.length > 0 ? 'Add it: it is another work' : 'Add it';
  if (same) return 'Add your entry to this work';
  const title = alike.find(({ id }) => id === choice.joins)?.title;
  return `It is “${title}” on your profile`;
}

const WorkLink = ({ work }: { work: LikelyWork }) => <a href={`/works/${work.id}`}>{work.title}</a>;

/** Matching works, for a profile that is about to be created. */
function NewProfileMatch({ entry: { same, alike, own } }: { entry: DraftEntry }) {
  const [similarWork] = alike;
  if (same)
    return (
      <p className="text-sm">
        It is here: <WorkLink work={same} />. If you are one of its authors, open it and claim your profile instead.
      </p>
    );
  if (own < 0) return <p className="text-sm">None of its authors has the name that you gave, so it cannot be added.</p>;
  if (similarWork)
    return (
      <p className="text-sm">
        A work with this title is here: <WorkLink work={similarWork} />. If it is yours, open it and claim your profile instead.
      </p>
    );
  return null;
}

/** The existing works that match an entry, and why it cannot be added, if so. */
function MatchNote({ entry: { same, alike, own }, slug }: { entry: DraftEntry; slug: string }) {
  const similarWork = same ?? alike.find(({ isOwn }) => !isOwn);
  const reportLink = <a href={`/authors/${slug}/fix?kind=missing_work`}>report that your profile is missing</a>;
  if (same?.isNotMine)
    return (
      <p className="text-sm">
        You said that <WorkLink work={same} /> is not yours. <a href={`/authors/${slug}/review?show=not_mine`}>Change that first</a>.
      </p>
    );
  if (same?.isOwn)
    return (
      <p className="text-sm">
        It is on your profile: <WorkLink work={same} />.
      </p>
    );
  if (same)
    return (
      <p className="text-sm">
        It is here without your profile: <WorkLink work={same} />. To add yourself, {reportLink}.
      </p>
    );
  if (own < 0) return <p className="text-sm">None of its authors has a name of your profile, so it cannot be added.</p>;
  if (similarWork)
    return (
      <p className="text-sm">
        A work with this title is here without your profile: <WorkLink work={similarWork} />. If it is the same, {reportLink}.
      </p>
    );
  return null;
}
