import { FederatedForms, OrcidForm } from '#components/accounts/sign-in-forms.tsx';
import { ActionField, ActionForm } from '#components/site/action-form.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { listed } from '#components/ui/sentence.ts';
import { Tag } from '#components/ui/tag.tsx';
import { claim, startProof } from '#lib/governance/claims/actions.ts';
import type { ProofOption } from '#lib/governance/claims/model/proof-options.ts';
import { refusals } from '#lib/portal/refusals.ts';
import { closedLabels, proofLabels, proofOptionLabels, speedTag } from './claim-labels.ts';

interface Props {
  ways: readonly ProofOption[];
  authorId: string;
  back: string;
  /** False for a reader without an account: the ways are told, and signing in comes first. */
  signedIn: boolean;
  /** The reader holds the record: what they show stands beside what is there. */
  owned: boolean;
}

/** The ways to show a record as one's own, the quickest first, as cards; those that are not available in one line. */
export function ProofOptions({ ways, authorId, back, signedIn, owned }: Props) {
  return (
    <>
      <ol className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {ways
          .filter(({ shut }) => !shut)
          .map((way) => (
            <li key={way.kind} className="rounded-md border border-edge p-4" aria-labelledby={way.kind}>
              <div className="flex flex-wrap items-baseline justify-between gap-x-3">
                <h3 id={way.kind} className="font-semibold">
                  {proofLabels[way.kind]}
                </h3>
                <Tag look={way.atMost === 'strong' ? 'ok' : 'warn'}>{speedTag[way.atMost]}</Tag>
              </div>
              <div className="mt-1 space-y-1.5 text-sm">
                <p>{proofOptionLabels[way.kind].needs}</p>
                <p className="text-soft">Public: {proofOptionLabels[way.kind].reveals}</p>
              </div>
              {signedIn && (
                <div className="mt-3">
                  <Start way={way} authorId={authorId} back={back} owned={owned} />
                </div>
              )}
              <div className="mt-3">
                <Disclosure summary={way.atMost === 'strong' ? 'When it is instant' : 'What is decided'}>
                  {proofOptionLabels[way.kind].decides}
                </Disclosure>
              </div>
            </li>
          ))}
      </ol>
      <Unavailable ways={ways} />
    </>
  );
}

/** The methods that cannot be used, in one line. */
function Unavailable({ ways }: Pick<Props, 'ways'>) {
  const lacking = (what: 'instance' | 'record'): string[] => [
    ...new Set(ways.flatMap(({ shut }) => (shut && closedLabels[shut].lacking === what ? closedLabels[shut].label : []))),
  ];
  const [instance, record] = [lacking('instance'), lacking('record')];
  if (instance.length + record.length === 0) return null;
  return (
    <p className="mt-5 text-sm text-soft">
      {instance.length > 0 && `Not available on this instance: ${listed(instance)}. `}
      {record.length > 0 && `Not available for this profile: ${listed(record)}.`}
    </p>
  );
}

type StartProps = { way: ProofOption; authorId: string; back: string; owned: boolean };

function Start({ way, authorId, back, owned }: StartProps) {
  const [first] = way.has;
  if (way.kind === 'federated') return <FederatedForms organisations={way.organisations ?? []} authorId={authorId} next={back} />;
  if (way.kind === 'orcid_employment' && first === undefined)
    return (
      <p className="text-sm">
        <a href="#orcid">Connect your ORCID iD</a> to use it.
      </p>
    );
  if (way.kind === 'orcid' && first === undefined) return <OrcidForm next={back} purpose="link" says="Connect your ORCID iD first" />;
  if (way.kind === 'email' && first === undefined) return <RefusalNotice refusal={refusals.needs_confirmed_email} kind="info" />;
  if (way.kind === 'orcid' || way.kind === 'orcid_employment' || way.kind === 'email')
    return (
      <ActionForm action={claim} back={back} className="space-y-4" sends={{ authorId, by: way.kind }}>
        <Button look={way.kind === 'orcid' ? 'primary' : 'plain'}>
          {owned ? 'Show' : 'Claim with'} {way.kind === 'orcid_employment' ? `the employment on ${first}` : first}
        </Button>
      </ActionForm>
    );
  return <Typed way={way} authorId={authorId} back={back} />;
}

const asks = {
  institution_email: { label: 'Address at your institution', says: 'Email me a link', type: 'email' },
  printed_email: { label: 'Address printed beside your name', says: 'Email me a link', type: 'email' },
  repository: { label: 'Address of the repository', says: 'Give me a token', type: 'url' },
  dns: { label: 'Your domain', says: 'Give me a token', type: 'text' },
  rel_me: { label: 'Address of your page', says: 'Give me the link to place', type: 'url' },
} as const;
const isAsked = (kind: ProofOption['kind']): kind is keyof typeof asks => kind in asks;

function Typed({ way, authorId, back }: Omit<StartProps, 'owned'>) {
  if (!isAsked(way.kind)) return null;
  const { label, says, type } = asks[way.kind];
  const field = `${way.kind}-target`;
  return (
    <ActionForm action={startProof} back={back} className="space-y-3" sends={{ authorId, kind: way.kind }}>
      <ActionField
        name="target"
        id={field}
        label={label}
        hint={hintFor(way)}
        type={type}
        defaultValue={way.has.length === 1 ? way.has[0] : undefined}
        list={way.has.length > 1 ? `${field}-known` : undefined}
        inputMode={type === 'text' ? 'url' : undefined}
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={500}
      />
      {way.has.length > 1 && (
        <datalist id={`${field}-known`}>
          {way.has.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
      <Button>{says}</Button>
    </ActionForm>
  );
}

function hintFor({ kind, has }: ProofOption): string | undefined {
  if (kind === 'repository') return `Works of this profile link: ${has.join(', ')}`;
  if (kind === 'dns')
    return has.length > 0
      ? `This profile names: ${has.join(', ')}`
      : 'No work of this profile names a domain that could be one person’s; a domain that the profile’s ORCID iD lists counts too.';
  if (kind === 'institution_email') return 'It is not shown to anyone.';
  if (kind === 'printed_email') return 'It is not shown to anyone. We do not store it; we can only compare what you type.';
  return undefined;
}
