import { ActionButton } from '#components/site/action-button.tsx';
import { ActionChoice, ActionForm, ActionSelect } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { creditRoleIds, creditRoles } from '#lib/catalog/statements/model/contributions.ts';
import type { OwnRecord, PinChoice } from '#lib/catalog/statements/model/statement.ts';
import { saveCredit } from '#lib/portal/pages/actions/statements.ts';

const optionLabelOf = ({ title, year }: PinChoice): string =>
  `${year ?? 'Undated'}: ${title.length > 90 ? `${title.slice(0, 89)}…` : title}`;

/** The contributor roles that the owner states for their works, and the form to state them. */
export function CreditForms({ record: { id, credits, pinned, choices } }: { record: OwnRecord }) {
  const works = [...pinned, ...choices];
  return (
    <div className="space-y-5">
      <p className="max-w-measure text-sm text-soft">
        Public on the page of the work, with the date, as your statement about yourself. The roles are those of{' '}
        <a href="https://credit.niso.org/">CRediT</a>.
      </p>
      {credits.length > 0 && (
        <ul className="max-w-text divide-y divide-line border-line border-y">
          {credits.map(({ work, roles }) => (
            <li key={work.id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-2.5">
              <span className="min-w-0 max-w-measure break-words">
                <a href={`/works/${work.id}`} className="font-serif">
                  {work.title}
                </a>{' '}
                <span className="text-sm text-soft">{roles.map((role) => creditRoles[role]).join(', ')}</span>
              </span>
              <ActionButton
                action={saveCredit}
                className="text-sm"
                hiddenInputs={{ authorId: id, workId: work.id }}
                variant="quiet"
                label="Remove"
                about={` your roles in ${work.title}`}
              />
            </li>
          ))}
        </ul>
      )}
      {works.length > 0 && (
        <ActionForm action={saveCredit} className="space-y-4" hiddenInputs={{ authorId: id }}>
          <ActionSelect
            id="credited-work"
            name="workId"
            label="Work"
            options={works.map((work) => ({ value: work.id, label: optionLabelOf(work) }))}
          />
          <ActionChoice
            legend="Your roles"
            name="roles"
            several
            options={creditRoleIds.map((role) => ({ value: role, label: creditRoles[role] }))}
          />
          <Button>Save roles</Button>
        </ActionForm>
      )}
    </div>
  );
}
