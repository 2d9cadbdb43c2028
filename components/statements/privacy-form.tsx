import { ActionChoice, ActionForm } from '#components/site/action-form.tsx';
import { PowerHint } from '#components/statements/power-hint.tsx';
import { Button } from '#components/ui/button.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { hasPower } from '#lib/catalog/powers/model.ts';
import { type HiddenField, hideableFieldNames, hideableFields, sourcedFields } from '#lib/catalog/statements/model/hidden-fields.ts';
import { hiddenFieldsOf, type OwnRecord } from '#lib/catalog/statements/model/statement.ts';
import { savePrivacy } from '#lib/portal/pages/actions/statements.ts';

/** Fields that come from the owner alone. */
const ownFields: readonly HiddenField[] = [
  ...(['role', 'biography', 'homepage', 'links', 'pronouns', 'pronunciation', 'languages'] as const),
  ...(['positions', 'education', 'pinned', 'credits', 'photo'] as const),
];

const optionsOf = (fields: readonly HiddenField[]) =>
  fields.map((field) => ({ value: field, label: hideableFields[field].label, description: hideableFields[field].effect }));

/** The hidden fields of a record, and whether search engines may index it. */
export function PrivacyForm({ record: { id, slug, privacy, level } }: { record: OwnRecord }) {
  const chosen = hiddenFieldsOf(privacy);
  const mayHideAll = hasPower(level, 'hide_sourced');
  const offered = hideableFieldNames.filter((field) => mayHideAll || !sourcedFields.includes(field) || chosen.includes(field));
  return (
    <ActionForm action={savePrivacy} hiddenInputs={{ authorId: id }}>
      <ActionChoice
        name="hidden"
        legend="Hidden fields"
        hint="Hidden on your profile, its files and feeds, the graph, the search, and cards on other sites."
        several
        options={optionsOf(offered.filter((field) => !ownFields.includes(field)))}
        chosen={chosen}
      />
      <Disclosure summary="Fields that only you state" open={chosen.some((field) => ownFields.includes(field))}>
        <ActionChoice name="hidden" legend="Also hide" several options={optionsOf(ownFields)} chosen={chosen} />
      </Disclosure>
      {!mayHideAll && <PowerHint power="hide_sourced" slug={slug} />}
      <ActionChoice
        name="indexed"
        legend="Search engines"
        hint="A request: they may keep the page for a while."
        options={[
          { value: 'yes', label: 'May list this profile' },
          { value: 'no', label: 'Hide from search engines' },
        ]}
        chosen={[privacy.indexed ? 'yes' : 'no']}
      />
      <Disclosure summary="What stays visible">
        <ul className="max-w-measure list-disc space-y-2 pl-5">
          <li>
            The page of a work and its files list its authors as in the source. If your profile has a name that you stated and you hide
            other names, or if you have disabled an old address, they list your name.
          </li>
          <li>Pages of co-authors name you on the works that you share.</li>
          <li>
            The signed evidence log says what was proved for the profile: an ORCID iD that you signed in with, a domain, a repository. It
            cannot be changed without breaking it. Points based on hidden fields are not given, because everyone must be able to compute
            them.
          </li>
          <li>Sources keep their data. For a permanent change, ask the source; the next import updates it here.</li>
        </ul>
      </Disclosure>
      <Button variant="primary">Save visibility</Button>
    </ActionForm>
  );
}
