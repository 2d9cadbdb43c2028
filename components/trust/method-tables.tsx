import { DataTable } from '#components/ui/data-table.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { levelCaps, strengthPoints, trustLabel, trustSnapshot } from '#lib/catalog/trust/model/points.ts';
import { type EvidenceFamily, evidenceFamilies, levelNames, noRecordFacts, strengths } from '#lib/catalog/trust/model/snapshot.ts';
import { noticeDays } from '#lib/governance/claims/model/notice.ts';
import { type ProofKind, proofKinds, ruleOf } from '#lib/governance/claims/model/proof-methods.ts';
import { levelConditions, proofLabel, ruleLabel, trustPartLabels } from './trust-labels.ts';

// A snapshot of a record without facts lists all rules of the method and their maximum points.
const method = trustSnapshot(noRecordFacts, new Date(0));

/** Every rule of the method, with its maximum points. */
export function PointsTable() {
  return (
    <DataTable
      caption="Rules and their maximum points"
      columns={{ rule: 'Rule', max: 'At most' }}
      numeric={['max']}
      rows={method.parts.flatMap((part) => [
        {
          key: part.part,
          cells: { rule: <b className="font-semibold">{trustPartLabels[part.part]}</b>, max: <b className="font-semibold">{part.max}</b> },
        },
        ...part.lines.map((line) => ({ key: `${part.part} ${line.rule}`, cells: { rule: ruleLabel(line), max: line.max } })),
      ])}
    />
  );
}

/** Returns the minimum points for each label. */
function labelRanges(): { label: string; from: number; to: number }[] {
  const ranges: { label: string; from: number; to: number }[] = [];
  for (let points = 0; points <= 100; points += 1) {
    const last = ranges.at(-1);
    if (last?.label === trustLabel(points)) last.to = points;
    else ranges.push({ label: trustLabel(points), from: points, to: points });
  }
  return ranges;
}

export function LabelsTable() {
  return (
    <DataTable
      caption="Labels"
      columns={{ label: 'Label', points: 'Points' }}
      numeric={['points']}
      rows={labelRanges().map(({ label, from, to }) => ({ key: label, cells: { label, points: `${from}–${to}` } }))}
    />
  );
}

export function LevelsTable() {
  const requirementsOf = (level: number) =>
    levelConditions[level] ?? method.conditions.find((each) => each.level === level)?.text ?? 'Only a name, or a frozen profile';
  return (
    <DataTable
      caption="Levels"
      columns={{ level: 'Level', needs: 'Requirements, in addition to all lower levels', cap: 'Points at most' }}
      numeric={['cap']}
      rows={levelNames.map((name, level) => ({
        key: name,
        cells: { level: `L${level} ${name}`, needs: requirementsOf(level), cap: levelCaps[level] },
      }))}
    />
  );
}

const familyLabels: Record<EvidenceFamily, string> = {
  registry: 'A registry of people, such as ORCID',
  institution: 'An institution: email at its domain, or its login',
  own_web: 'A web page or domain of one’s own',
  work_embedded: 'Something inside a work: a printed address, a linked repository',
  people: 'Other people: co-authors and vouches',
};

export function ProofsTable() {
  return (
    <>
      <DataTable
        caption="Proofs"
        columns={{ strength: 'Strength of a proof', points: 'Points for the strongest' }}
        numeric={['points']}
        rows={strengths.map((strength) => ({ key: strength, cells: { strength, points: strengthPoints[strength] } }))}
      />
      <div className="mt-6">
        <Disclosure summary="When a proof of each kind is strong">
          <DataTable
            caption="When a proof is strong"
            captionHidden
            columns={{
              kind: 'Proof',
              rules: `Strong where all of this holds; otherwise fair, with at least ${noticeDays} days of public notice`,
            }}
            rows={proofKinds.map((kind) => ({
              key: kind,
              cells: { kind: proofLabel(kind), rules: <BindingRules kind={kind} /> },
            }))}
          />
        </Disclosure>
        <Disclosure summary="Independent kinds of proof, of which a second and a third add points">
          <ul className="max-w-text list-['–_'] space-y-1 pl-5 [&>li]:pl-1">
            {evidenceFamilies.map((family) => (
              <li key={family}>{familyLabels[family]}</li>
            ))}
          </ul>
        </Disclosure>
      </div>
    </>
  );
}

/** The rules that bind a proof of a kind to one author. */
function BindingRules({ kind }: { kind: ProofKind }) {
  const { bindings, neverStrong } = ruleOf(kind);
  if (neverStrong) return <>{neverStrong}</>;
  return (
    <ul className="list-disc space-y-1 pl-4">
      {bindings.map(({ id, text }) => (
        <li key={id}>{text}</li>
      ))}
    </ul>
  );
}
