import { ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import { previewSplit } from '#lib/governance/identity/actions.ts';
import { groupName, type WorkbenchGroup, type WorkbenchWork } from '#lib/governance/identity/model/workbench.ts';
import { evidenceAgainstText, evidenceForText } from './cluster-labels.ts';

interface Props {
  author: { id: string; slug: string };
  groups: readonly WorkbenchGroup[];
  /** The letter of the group whose works are preselected; null for none. */
  ticked: string | null;
}

/** The works of a record in proposed groups with reasons, and a checkbox for each work to split off. */
export function WorkbenchGroups({ author, groups, ticked }: Props) {
  const path = `/authors/${author.slug}/split`;
  return (
    <ActionForm action={previewSplit} back={path} className="space-y-8" hiddenInputs={{ authorId: author.id }}>
      {groups.map((group, index) => {
        const letter = groupName(index);
        return (
          <fieldset key={letter} id={`group-${letter}`} className="border-line border-t pt-4">
            <legend className="float-left w-full font-semibold">
              Group {letter}: {formatCount(group.works.length, 'work')}
              {group.years && `, ${group.years.from === group.years.to ? group.years.from : `${group.years.from}–${group.years.to}`}`}
            </legend>
            <div className="clear-both">
              <Reasons group={group} />
              {groups.length > 1 && (
                <p className="mt-1 text-sm">
                  {ticked === letter ? (
                    <a href={path}>Deselect these works</a>
                  ) : (
                    <a href={`${path}?group=${letter}#group-${letter}`}>Select these works</a>
                  )}
                </p>
              )}
              <ul className="mt-2 divide-y divide-line">
                {group.works.map((work) => (
                  <Work key={work.id} work={work} ticked={ticked === letter} />
                ))}
              </ul>
            </div>
          </fieldset>
        );
      })}
      <div className="sticky-actions">
        <Button variant="primary">Preview the change</Button>
        <span className="text-sm text-soft">Nothing changes yet. The selected works would become a new profile.</span>
      </div>
    </ActionForm>
  );
}

function Reasons({ group: { evidenceFor, nearest } }: { group: WorkbenchGroup }) {
  if (evidenceFor.length === 0 && !nearest) return null;
  return (
    <dl className="mt-1 max-w-measure space-y-1 text-sm text-soft">
      {evidenceFor.length > 0 && (
        <div>
          <dt className="inline font-medium">Evidence for one person: </dt>
          <dd className="inline">{evidenceFor.map(evidenceForText).join('; ')}.</dd>
        </div>
      )}
      {nearest && nearest.evidenceAgainst.length > 0 && (
        <div>
          <dt className="inline font-medium">Apart from group {groupName(nearest.cluster)}, the nearest: </dt>
          <dd className="inline">
            {nearest.evidenceAgainst.map(evidenceAgainstText).join('; ')}.
            {nearest.evidenceFor.length > 0 && ` In common nevertheless: ${nearest.evidenceFor.map(evidenceForText).join('; ')}.`}
          </dd>
        </div>
      )}
    </dl>
  );
}

function Work({ work, ticked }: { work: WorkbenchWork; ticked: boolean }) {
  const more = work.moreCoauthors > 0 ? ` and ${formatCount(work.moreCoauthors, 'more', 'more')}` : '';
  const facts = [work.year ?? 'no year', work.venue, `as ${work.nameAsWritten}`, work.affiliation].filter(Boolean).join(' · ');
  return (
    <li className="grid grid-cols-[1.5rem_1fr] items-baseline gap-x-2 py-2">
      <input
        id={`leaves-${work.id}`}
        type="checkbox"
        name="workIds"
        value={work.id}
        defaultChecked={ticked}
        className="size-4 translate-y-0.5 accent-accent"
      />
      <div>
        <label htmlFor={`leaves-${work.id}`} className="font-serif">
          {work.title}
        </label>
        <p className="text-soft text-xs">
          {facts}
          {work.coauthors.length > 0 && ` · with ${work.coauthors.join(', ')}${more}`}{' '}
          <a href={`/works/${work.id}`}>
            Open<span className="sr-only"> {work.title}</span>
          </a>
        </p>
      </div>
    </li>
  );
}
