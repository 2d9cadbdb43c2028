import { NextSteps } from '#components/trust/next-steps.tsx';
import { partLabels } from '#components/trust/trust-labels.ts';
import { DataTable } from '#components/ui/data-table.tsx';
import { Day } from '#components/ui/day.tsx';
import { Gate } from '#components/ui/gate.tsx';
import { PartsBar } from '#components/ui/parts-bar.tsx';
import { Section } from '#components/ui/section.tsx';
import type { NextStep } from '#lib/catalog/trust/model/steps.ts';
import type { AuthorView } from '#lib/portal/pages/model/author-record.ts';

type Trust = AuthorView['trust'];

const barParts = (trust: Trust) => trust.parts.map(({ part, points, max }) => ({ label: partLabels[part], value: points, max }));

interface PanelProps {
  author: Pick<AuthorView, 'trust' | 'claimState' | 'flags' | 'slug'>;
  /** What would add points, for the owner alone. */
  steps: readonly NextStep[] | null;
}

/** The snapshot's points with the parts they are made of, its date, and what it does not say. */
export function TrustPanel({ author, steps }: PanelProps) {
  const { trust } = author;
  return (
    <Section
      id="trust"
      title="Trust snapshot"
      aside={
        <span className="text-soft text-xs">
          <Day at={trust.computedAt} />
        </span>
      }
    >
      <p className="flex items-baseline gap-2.5">
        <span className="font-medium font-serif text-3xl">{trust.points}</span>
        <span>
          <b className="font-semibold">{trust.label}</b> <span className="text-soft">· of 100</span>
        </span>
      </p>
      {trust.parts.length > 0 && (
        <>
          <div className="mt-2 mb-2">
            <PartsBar title="Trust points by part" parts={barParts(trust)} />
          </div>
          <DataTable
            caption="Trust points by part"
            captionHidden
            dense
            columns={[
              { key: 'part', label: 'Part' },
              { key: 'points', label: 'Points', numeric: true },
            ]}
            rows={trust.parts.map(({ part, points, max }) => ({
              key: part,
              cells: {
                part: <span className={points > 0 ? '' : 'text-soft'}>{partLabels[part]}</span>,
                points: <span className={points > 0 ? '' : 'text-soft'}>{`${points} of ${max}`}</span>,
              },
            }))}
          />
        </>
      )}
      <p className="mt-2 text-sm text-soft">
        {reading(author)} It measures the evidence for this record, not how good the person’s work is.
      </p>
      {steps && (
        <div className="mt-3">
          <h3 className="mb-1 font-semibold text-sm">Your next steps</h3>
          <NextSteps steps={steps} />
        </div>
      )}
      <div className="mt-2 space-y-1">
        {trust.parts.length > 0 && (
          <p className="text-sm">
            <a href={`/authors/${author.slug}/trust`}>How is this score calculated?</a>
          </p>
        )}
        <p className="text-sm">
          <a href="/trust">The method, {trust.method}</a>
        </p>
      </div>
    </Section>
  );
}

function reading({ trust, claimState, flags }: Pick<AuthorView, 'trust' | 'claimState' | 'flags'>): string {
  if (claimState === 'disputed') return 'While the claim is disputed, 10 points are subtracted.';
  if (claimState !== 'unclaimed') return 'The points follow from the proofs that count today.';
  if (flags.length > 0) return `No unclaimed record has more than 34 points, and an open doubt takes some from this one.`;
  return `${trust.points} is normal for an unclaimed record: nobody has been asked yet.`;
}

/** The ladder: which level the record stands on, and which conditions it meets. */
export function LevelPanel({ trust }: { trust: Trust }) {
  return (
    <Section id="level" title={`Verification L${trust.level}, ${trust.levelName.toLowerCase()}`}>
      <Gate conditions={trust.conditions.map(({ level, text, met }) => ({ key: `L${level}`, met, text: `L${level}: ${text}` }))} />
    </Section>
  );
}

/** The snapshot in one line, for narrow screens, where the panel itself stands far below. */
export function TrustStrip({ trust }: { trust: Trust }) {
  return (
    <div className="mb-6 flex items-center gap-3 text-sm lg:hidden">
      <a href="#trust" className="whitespace-nowrap">
        Trust <b className="font-semibold">{trust.points}</b> · {trust.label} · L{trust.level}
      </a>
      <div aria-hidden="true" className="grow">
        <PartsBar title="Trust points by part" parts={barParts(trust)} />
      </div>
    </div>
  );
}
