import { Day } from '#components/ui/day.tsx';
import { DefinitionList } from '#components/ui/definition-list.tsx';
import type { PastRecord } from '#lib/catalog/history/model/as-of.ts';

/** Affiliation and trust of a profile as of a day. */
export function PastFacts({ past }: { past: PastRecord }) {
  return (
    <DefinitionList
      items={[
        { term: 'Affiliation', description: <PastAffiliation record={past} /> },
        { term: 'Trust', description: <PastTrust record={past} /> },
      ]}
    />
  );
}

function PastAffiliation({ record: { affiliation } }: { record: PastRecord }) {
  if (!affiliation) return 'none shown';
  const { name, source, year } = affiliation;
  return (
    <>
      {name} <span className="text-soft text-xs">{[source.name, year].filter(Boolean).join(', ')}</span>
    </>
  );
}

function PastTrust({ record: { trust } }: { record: PastRecord }) {
  if (!trust) return 'not computed yet';
  return (
    <>
      {trust.points} · {trust.label} · L{trust.level} {trust.levelName}{' '}
      <span className="text-soft text-xs">
        computed on <Day at={trust.computedAt} />
      </span>
    </>
  );
}
