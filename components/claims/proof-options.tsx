import { Disclosure } from '#components/ui/disclosure.tsx';
import { joinWords } from '#components/ui/sentence.ts';
import { Tag } from '#components/ui/tag.tsx';
import { ruleOf } from '#lib/governance/claims/model/proof-methods.ts';
import type { ProofOption } from '#lib/governance/claims/model/proof-options.ts';
import { decidingText, delayLabel } from './claim-labels.ts';
import { proofForms } from './method-forms.ts';

interface Props {
  options: readonly ProofOption[];
  /** The public notice of a claim to this record. */
  noticeDays: number;
  authorId: string;
  back: string;
  /** False for a viewer without an account: the methods are listed, and signing in comes first. */
  signedIn: boolean;
  /** True if the viewer owns the record: their proofs are listed too. */
  owned: boolean;
  /** True if another account holds the record: the proof is an objection, which reviewers decide. */
  objects?: boolean;
}

/** The proof methods as cards, quickest first. */
export function ProofOptions({ options, noticeDays, authorId, back, signedIn, owned, objects = false }: Props) {
  return (
    <>
      <ol className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {options
          .filter(({ unavailable }) => !unavailable)
          .map((option) => (
            <OptionCard
              key={option.kind}
              option={option}
              noticeDays={noticeDays}
              authorId={authorId}
              back={back}
              signedIn={signedIn}
              owned={owned}
              objects={objects}
            />
          ))}
      </ol>
      <UnavailableMethods options={options} />
    </>
  );
}

function OptionCard({
  option,
  noticeDays,
  authorId,
  back,
  signedIn,
  owned,
  objects,
}: Required<Omit<Props, 'options'>> & { option: ProofOption }) {
  const { title, needs, reveals } = ruleOf(option.kind);
  const { Start } = proofForms[option.kind];
  return (
    <li className="rounded-md border border-edge p-4" aria-labelledby={option.kind}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 id={option.kind} className="font-semibold">
          {title}
        </h3>
        {!objects && <Tag variant={option.maxStrength === 'strong' ? 'ok' : 'warn'}>{delayLabel(option.maxStrength, noticeDays)}</Tag>}
      </div>
      <div className="mt-1 space-y-1.5 text-sm">
        <p>{needs}</p>
        <p className="text-soft">Public: {reveals}</p>
      </div>
      {signedIn && (
        <div className="mt-3">
          <Start option={option} authorId={authorId} back={back} verb={owned ? 'Show' : objects ? 'Object with' : 'Claim with'} />
        </div>
      )}
      <div className="mt-3">
        <HowItDecides option={option} noticeDays={noticeDays} objects={objects} />
      </div>
    </li>
  );
}

function HowItDecides({
  option: { kind, maxStrength },
  noticeDays,
  objects,
}: {
  option: ProofOption;
  noticeDays: number;
  objects: boolean;
}) {
  const { strongIf } = ruleOf(kind);
  if (!objects)
    return (
      <Disclosure summary={maxStrength === 'strong' ? 'When it is instant' : 'How it is decided'}>
        {decidingText(kind, noticeDays)}
      </Disclosure>
    );
  if (strongIf === null || maxStrength !== 'strong') return null;
  return <Disclosure summary="When it is strong">If {strongIf}</Disclosure>;
}

/** The unavailable methods. */
function UnavailableMethods({ options }: Pick<Props, 'options'>) {
  const lacking = options.flatMap(({ kind, unavailable }) => (unavailable ? (ruleOf(kind).lacking ?? []) : []));
  const labelsLacking = (by: 'instance' | 'record'): string[] => [
    ...new Set(lacking.filter(({ owner }) => owner === by).map(({ label }) => label)),
  ];
  const [instance, record] = [labelsLacking('instance'), labelsLacking('record')];
  if (instance.length + record.length === 0) return null;
  return (
    <div className="mt-5">
      <Disclosure summary="Not available here">
        {instance.length > 0 && <p>On this instance: {joinWords(instance)}.</p>}
        {record.length > 0 && <p>For this profile: {joinWords(record)}.</p>}
      </Disclosure>
    </div>
  );
}
