import { FederatedForms, OrcidForm } from '#components/accounts/sign-in-forms.tsx';
import { ActionField, ActionForm } from '#components/site/action-form.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { joinWords } from '#components/ui/sentence.ts';
import { Tag } from '#components/ui/tag.tsx';
import { claimRecord, startProof } from '#lib/governance/claims/actions.ts';
import type { ProofOption } from '#lib/governance/claims/model/proof-options.ts';
import { refusals } from '#lib/portal/refusals.ts';
import { decidingText, delayLabels, proofLabels, proofOptionLabels, unavailableLabels } from './claim-labels.ts';

interface Props {
  options: readonly ProofOption[];
  authorId: string;
  back: string;
  /** False for a viewer without an account: the methods are listed, and signing in comes first. */
  signedIn: boolean;
  /** True if the viewer owns the record: their proofs are listed too. */
  owned: boolean;
  /** True if another account holds the record: the proof is an objection, which reviewers decide. */
  objects?: boolean;
}

/** The proof methods as cards, quickest first; unavailable ones in one line. */
export function ProofOptions({ options, authorId, back, signedIn, owned, objects = false }: Props) {
  return (
    <>
      <ol className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {options
          .filter(({ unavailable }) => !unavailable)
          .map((option) => (
            <li key={option.kind} className="rounded-md border border-edge p-4" aria-labelledby={option.kind}>
              <div className="flex flex-wrap items-baseline justify-between gap-x-3">
                <h3 id={option.kind} className="font-semibold">
                  {proofLabels[option.kind]}
                </h3>
                {!objects && <Tag variant={option.maxStrength === 'strong' ? 'ok' : 'warn'}>{delayLabels[option.maxStrength]}</Tag>}
              </div>
              <div className="mt-1 space-y-1.5 text-sm">
                <p>{proofOptionLabels[option.kind].needs}</p>
                <p className="text-soft">Public: {proofOptionLabels[option.kind].reveals}</p>
              </div>
              {signedIn && (
                <div className="mt-3">
                  <StartForm
                    option={option}
                    authorId={authorId}
                    back={back}
                    verb={owned ? 'Show' : objects ? 'Object with' : 'Claim with'}
                  />
                </div>
              )}
              <div className="mt-3">
                <HowItDecides option={option} objects={objects} />
              </div>
            </li>
          ))}
      </ol>
      <UnavailableMethods options={options} />
    </>
  );
}

function HowItDecides({ option: { kind, maxStrength }, objects }: { option: ProofOption; objects: boolean }) {
  const texts = proofOptionLabels[kind];
  if (!objects)
    return <Disclosure summary={maxStrength === 'strong' ? 'When it is instant' : 'How it is decided'}>{decidingText(texts)}</Disclosure>;
  if (texts.strongIf === null || maxStrength !== 'strong') return null;
  return <Disclosure summary="When it is strong">If {texts.strongIf}</Disclosure>;
}

/** The unavailable methods, in one line. */
function UnavailableMethods({ options }: Pick<Props, 'options'>) {
  const labelsLacking = (owner: 'instance' | 'record'): string[] => [
    ...new Set(
      options.flatMap(({ unavailable }) =>
        unavailable && unavailableLabels[unavailable].lacking === owner ? unavailableLabels[unavailable].label : [],
      ),
    ),
  ];
  const [instance, record] = [labelsLacking('instance'), labelsLacking('record')];
  if (instance.length + record.length === 0) return null;
  return (
    <p className="mt-5 text-sm text-soft">
      {instance.length > 0 && `Not available on this instance: ${joinWords(instance)}. `}
      {record.length > 0 && `Not available for this profile: ${joinWords(record)}.`}
    </p>
  );
}

type StartFormProps = { option: ProofOption; authorId: string; back: string; verb: string };

function StartForm({ option, authorId, back, verb }: StartFormProps) {
  const [first] = option.has;
  if (option.kind === 'federated') return <FederatedForms organisations={option.organisations ?? []} authorId={authorId} next={back} />;
  if (option.kind === 'orcid_employment' && first === undefined)
    return (
      <p className="text-sm">
        <a href="#orcid">Connect your ORCID iD</a> to use it.
      </p>
    );
  if (option.kind === 'orcid' && first === undefined) return <OrcidForm next={back} purpose="link" label="Connect your ORCID iD first" />;
  if (option.kind === 'email' && first === undefined) return <RefusalNotice refusal={refusals.needs_confirmed_email} kind="info" />;
  if (option.kind === 'orcid' || option.kind === 'orcid_employment' || option.kind === 'email')
    return (
      <ActionForm action={claimRecord} back={back} className="space-y-4" hiddenInputs={{ authorId, by: option.kind }}>
        <Button variant={option.kind === 'orcid' ? 'primary' : 'plain'}>
          {verb} {option.kind === 'orcid_employment' ? `the employment on ${first}` : first}
        </Button>
      </ActionForm>
    );
  return <TargetForm option={option} authorId={authorId} back={back} />;
}

const targetFields = {
  institution_email: { label: 'Address at your institution', submitLabel: 'Email me a link', type: 'email' },
  printed_email: { label: 'Address printed beside your name', submitLabel: 'Email me a link', type: 'email' },
  repository: { label: 'Address of the repository', submitLabel: 'Give me a token', type: 'url' },
  dns: { label: 'Your domain', submitLabel: 'Give me a token', type: 'text' },
  rel_me: { label: 'Address of your page', submitLabel: 'Give me the link to place', type: 'url' },
} as const;
const hasTargetField = (kind: ProofOption['kind']): kind is keyof typeof targetFields => kind in targetFields;

function TargetForm({ option, authorId, back }: Omit<StartFormProps, 'verb'>) {
  if (!hasTargetField(option.kind)) return null;
  const { label, submitLabel, type } = targetFields[option.kind];
  const fieldId = `${option.kind}-target`;
  return (
    <ActionForm action={startProof} back={back} className="space-y-3" hiddenInputs={{ authorId, kind: option.kind }}>
      <ActionField
        name="target"
        id={fieldId}
        label={label}
        hint={targetHintOf(option)}
        type={type}
        defaultValue={option.has.length === 1 ? option.has[0] : undefined}
        list={option.has.length > 1 ? `${fieldId}-known` : undefined}
        inputMode={type === 'text' ? 'url' : undefined}
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={500}
      />
      {option.has.length > 1 && (
        <datalist id={`${fieldId}-known`}>
          {option.has.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
      <Button>{submitLabel}</Button>
    </ActionForm>
  );
}

function targetHintOf({ kind, has }: ProofOption): string | undefined {
  if (kind === 'repository') return `Works of this profile link: ${has.join(', ')}`;
  if (kind === 'dns')
    return has.length > 0
      ? `This profile names: ${has.join(', ')}`
      : 'No work here names a domain of its author: only a domain on the profile’s ORCID record is accepted.';
  if (kind === 'institution_email') return 'It is not shown to anyone.';
  if (kind === 'printed_email') return 'It is not shown to anyone. We do not store it; we can only compare what you type.';
  return undefined;
}
