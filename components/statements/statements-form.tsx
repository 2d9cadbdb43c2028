import { ActionField, ActionForm, ActionTextArea } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Day } from '#components/ui/day.tsx';
import { maxLinks } from '#lib/catalog/statements/model/links.ts';
import { maxLengths, type OwnRecord, type StatedField } from '#lib/catalog/statements/model/statement.ts';
import { saveStatements } from '#lib/portal/pages/actions/statements.ts';

/** The form for the owner's statements, by field. */
export function StatementsForm({ record }: { record: OwnRecord }) {
  const { statements } = record;
  const of = (name: StatedField) => ({ name, defaultValue: statements[name]?.text ?? '', maxLength: maxLengths[name] });
  return (
    <>
      <p className="mb-5 max-w-measure text-sm text-soft">
        Public, with the date, as your statement. Clear a field to remove your statement.
      </p>
      <ActionForm action={saveStatements} sends={{ authorId: record.id, seen: record.seen }}>
        <ActionField {...of('name')} label="Your name, as you want it shown" hint={<NameWords record={record} />} autoComplete="name" />
        <ActionField {...of('role')} label="Role" hint="For example: Reader in phonology." autoComplete="organization-title" />
        <ActionField {...of('affiliation')} label="Affiliation" hint={<AffiliationWords record={record} />} autoComplete="organization" />
        <ActionTextArea
          {...of('biography')}
          label="Biography"
          hint={`Up to ${maxLengths.biography} characters, plain text. An empty line starts a new paragraph.`}
          rows={6}
        />
        <ActionField {...of('homepage')} label="Home page" hint="The full address, with https://." inputMode="url" autoComplete="url" />
        <ActionTextArea
          {...of('links')}
          label="Other pages"
          hint={`Up to ${maxLinks}, one a line: what it is, then its address. For example: Code https://code.example.org/me`}
          rows={3}
        />
        <ActionField {...of('pronouns')} label="Pronouns" hint="As you write them, such as she/her." />
        <ActionField {...of('pronunciation')} label="How your name is said" hint="In your own spelling or in IPA, such as NOOR ha-DAHD." />
        <ActionField {...of('languages')} label="Languages" hint="In which people can write to you." />
        <Button variant="primary">Save profile</Button>
      </ActionForm>
    </>
  );
}

function NameWords({ record: { name, sourceName, nameShown, statements, slug } }: { record: OwnRecord }) {
  const sourced = sourceName ?? name;
  if (nameShown === 'name')
    return (
      <>
        Since {statements.name && <Day at={statements.name.since} />} the profile has this name
        {sourceName !== null && <>; sources gave {sourced}, which you can hide below</>}.
      </>
    );
  if (nameShown !== null)
    return (
      <>
        {nameShown === 'additional' ? 'Shown as an additional name' : 'Not shown yet'}. The profile is still named {sourced}, because no
        source has this name, or another profile has it. It becomes the profile’s name once a source has it, or once you have{' '}
        <a href={`/claim/${slug}`}>added a strong proof</a> (if another profile has it, at level L4).
      </>
    );
  return <>Another way to write {sourced} is shown at once. Another name altogether needs a strong proof that the profile is yours.</>;
}

const AffiliationWords = ({ record: { statements, rorId } }: { record: OwnRecord }) =>
  !statements.affiliation ? (
    <>The organisation’s name, and its place if others share the name. It is matched to the ROR registry.</>
  ) : rorId ? (
    <>Matched to https://ror.org/{rorId}.</>
  ) : (
    <>Not matched to one organisation of the ROR registry. Its full name, with city or country, helps.</>
  );
