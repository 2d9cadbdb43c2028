import { ActionField, ActionForm, ActionTextArea } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Day } from '#components/ui/day.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { maxLinks } from '#lib/catalog/statements/model/links.ts';
import { maxLengths, type OwnRecord, type StatedField } from '#lib/catalog/statements/model/statement.ts';
import { saveStatements } from '#lib/portal/pages/actions/statements.ts';

const regionNames = new Intl.DisplayNames(['en'], { type: 'region' });
const pair = 'grid max-w-text items-end gap-x-4 gap-y-6 sm:grid-cols-2';
const moreFields = ['pronouns', 'pronunciation', 'languages'] as const satisfies readonly StatedField[];

/** The form for the owner's statements, by field. */
export function StatementsForm({ record }: { record: OwnRecord }) {
  const { statements } = record;
  const fieldProps = (name: StatedField) => ({ name, defaultValue: statements[name]?.text ?? '', maxLength: maxLengths[name] });
  return (
    <>
      <p className="mb-5 max-w-measure text-sm text-soft">
        Public, with the date, as your statement. Clear a field to remove your statement.
      </p>
      <ActionForm action={saveStatements} hiddenInputs={{ authorId: record.id, seen: record.seen }}>
        <div className={pair}>
          <ActionField
            {...fieldProps('name')}
            label="Your name, as you want it shown"
            hint={<NameHint record={record} />}
            autoComplete="name"
          />
          <ActionField
            {...fieldProps('family')}
            label="Family name"
            hint="The part of your name by which lists sort you, such as García Márquez."
            autoComplete="family-name"
          />
        </div>
        <div className={pair}>
          <ActionField {...fieldProps('role')} label="Role" hint="For example: Reader in phonology." autoComplete="organization-title" />
          <ActionField
            {...fieldProps('affiliation')}
            label="Affiliation"
            hint={<AffiliationHint record={record} />}
            autoComplete="organization"
          />
        </div>
        <ActionTextArea
          {...fieldProps('biography')}
          label="Biography"
          hint={`Up to ${maxLengths.biography} characters, plain text. An empty line starts a new paragraph.`}
          rows={6}
        />
        <ActionField
          {...fieldProps('homepage')}
          label="Home page"
          hint="The full address, with https://."
          inputMode="url"
          autoComplete="url"
        />
        <ActionTextArea
          {...fieldProps('links')}
          label="Other pages"
          hint={`Up to ${maxLinks}, one a line: what it is, then its address. For example: Code https://code.example.org/me`}
          rows={3}
        />
        <Disclosure
          summary="More: pronouns, how your name is said, languages"
          open={moreFields.some((field) => statements[field] !== undefined)}
        >
          <div className="space-y-6 pt-2">
            <ActionField {...fieldProps('pronouns')} label="Pronouns" hint="As you write them, such as she/her." />
            <ActionField
              {...fieldProps('pronunciation')}
              label="How your name is said"
              hint="In your own spelling or in IPA, such as NOOR ha-DAHD."
            />
            <ActionField {...fieldProps('languages')} label="Languages" hint="In which people can write to you." />
          </div>
        </Disclosure>
        <Button variant="primary">Save profile</Button>
      </ActionForm>
    </>
  );
}

function NameHint({ record: { name, sourceName, nameShown, statements, slug } }: { record: OwnRecord }) {
  const nameInSources = sourceName ?? name;
  if (nameShown === 'name')
    return (
      <>
        Since {statements.name && <Day at={statements.name.since} />} the profile has this name
        {sourceName !== null && <>; sources gave {nameInSources}, which you can hide below</>}.
      </>
    );
  if (nameShown !== null)
    return (
      <>
        {nameShown === 'additional' ? 'Shown as an additional name' : 'Not shown yet'}. The profile is still named {nameInSources}, because
        no source has this name, or another profile has it. It becomes the profile’s name once a source has it, or once you have{' '}
        <a href={`/claim/${slug}`}>added a strong proof</a> (if another profile has it, at level L4).
      </>
    );
  return <>Another way to write {nameInSources} is shown at once. A different name needs a strong proof that the profile is yours.</>;
}

const placeOf = ({ name, city, country }: OwnRecord['affiliationMayBe'][number]): string =>
  [name, city, country && regionNames.of(country)].filter((word) => word).join(', ');

const AffiliationHint = ({ record: { statements, rorId, affiliationMayBe } }: { record: OwnRecord }) =>
  !statements.affiliation ? (
    <>The organisation’s name, and its place if others share the name. It is matched to the ROR registry.</>
  ) : rorId ? (
    <>Matched to https://ror.org/{rorId}.</>
  ) : affiliationMayBe.length > 0 ? (
    <>
      Not matched: {statements.affiliation.text} is the acronym of{' '}
      {affiliationMayBe.length === 1 ? 'one organisation' : 'several organisations'} in the ROR registry. Write the name in full:{' '}
      {affiliationMayBe.map(placeOf).join('; ')}.
    </>
  ) : (
    <>Not matched to one organisation of the ROR registry. Its full name, with city or country, helps.</>
  );
