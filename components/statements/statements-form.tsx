import { ActionField, ActionForm, ActionTextArea } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Day } from '#components/ui/day.tsx';
import { maxLengths, type OwnRecord, type StatedField } from '#lib/catalog/statements/model/statement.ts';
import { saveStatements } from '#lib/portal/pages/actions/statements.ts';

/** What the owner of a record says of themselves, field by field. */
export function StatementsForm({ record }: { record: OwnRecord }) {
  const { said } = record;
  const of = (name: StatedField) => ({ name, defaultValue: said[name]?.text ?? '', maxLength: maxLengths[name] });
  return (
    <>
      <p className="mb-5 max-w-measure text-sm text-soft">
        Shown to everybody, with the date, as what you say. Leave a field empty to say nothing; saving it empty takes back what was said.
      </p>
      <ActionForm action={saveStatements}>
        <input type="hidden" name="authorId" value={record.id} />
        <input type="hidden" name="seen" value={record.seen} />
        <ActionField {...of('name')} label="Your name, as you want it shown" hint={<NameWords record={record} />} autoComplete="name" />
        <ActionField {...of('role')} label="Role" hint="For example: Reader in phonology." autoComplete="organization-title" />
        <ActionField {...of('affiliation')} label="Affiliation" hint={<AffiliationWords record={record} />} autoComplete="organization" />
        <ActionTextArea
          {...of('biography')}
          label="Biography"
          hint={`Up to ${maxLengths.biography} characters, plain text. An empty line begins a new paragraph.`}
          rows={6}
        />
        <ActionField {...of('homepage')} label="Home page" hint="Its whole address." inputMode="url" autoComplete="url" />
        <Button look="primary">Save what you say</Button>
      </ActionForm>
    </>
  );
}

function NameWords({ record: { name, sourceName, nameStands, said, slug } }: { record: OwnRecord }) {
  const given = sourceName ?? name;
  if (nameStands === true)
    return (
      <>
        Since {said.name && <Day at={said.name.since} />} the record bears it
        {sourceName !== null && <>; sources gave {given}, which you can keep back below</>}.
      </>
    );
  if (nameStands === false)
    return (
      <>
        Shown as what you also call yourself. The record still bears {given}, because no source writes your name so, or another record bears
        it. It becomes the record’s name once a source prints it, or once you have <a href={`/claim/${slug}`}>shown a strong proof</a>{' '}
        (where another record bears it already, at level L4).
      </>
    );
  return <>Another way to write {given} is shown at once. Another name altogether needs a strong proof that the record is yours.</>;
}

const AffiliationWords = ({ record: { said, rorId } }: { record: OwnRecord }) =>
  !said.affiliation ? (
    <>The organisation’s name, and its place if others share the name. It is matched to the ROR registry.</>
  ) : rorId ? (
    <>Matched to https://ror.org/{rorId}.</>
  ) : (
    <>Not matched to one organisation of the ROR registry. Its full name, with city or country, helps.</>
  );
