import { ActionChoice, ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { hiddenFields, hideable, type OwnRecord } from '#lib/catalog/statements/model/statement.ts';
import { savePrivacy } from '#lib/portal/pages/actions/statements.ts';

/** What an owner keeps from everybody else, and whether search engines may list the record. */
export function PrivacyForm({ record: { id, privacy } }: { record: OwnRecord }) {
  return (
    <ActionForm action={savePrivacy}>
      <input type="hidden" name="authorId" value={id} />
      <ActionChoice
        name="hidden"
        legend="Keep from everybody else"
        hint="What you tick is left out of your page, its files and feeds, the graph, the search and the cards that other sites show."
        several
        options={hiddenFields.map((field) => ({ value: field, label: hideable[field].label, description: hideable[field].goes }))}
        chosen={privacy.hidden}
      />
      <ActionChoice
        name="indexed"
        legend="Search engines"
        hint="They are asked; the person who has your page already may keep it for a while."
        options={[
          { value: 'yes', label: 'May list this record' },
          { value: 'no', label: 'Are asked to leave it out, with its feeds, files and trust page' },
        ]}
        chosen={[privacy.indexed ? 'yes' : 'no']}
      />
      <Disclosure summary="What stays in any case">
        <ul className="max-w-measure list-disc space-y-2 pl-5">
          <li>
            The page of a work, and its own files, list its authors as the source prints them. Where your record bears a name of your own
            and you keep other names back, or where you have stopped an old address, they list that one.
          </li>
          <li>Pages of co-authors name you on the works that you share.</li>
          <li>
            The signed evidence log says what was proved for the record: an ORCID iD that you signed in with, a domain, a repository. It
            cannot be changed without breaking it. Points that rest on what you keep back are not given, because everybody must be able to
            compute them.
          </li>
          <li>Sources keep what they say. To have it changed for good, ask the source; the next import brings the change here.</li>
        </ul>
      </Disclosure>
      <Button look="primary">Save what is shown</Button>
    </ActionForm>
  );
}
