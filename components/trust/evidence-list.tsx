import { Day } from '#components/ui/day.tsx';
import { capitalize } from '#components/ui/sentence.ts';
import type { ShownEvidence } from '#lib/catalog/trust/model/facts.ts';
import type { LogEvent } from '#lib/catalog/trust/model/log.ts';
import { basisLabels, eventLabels, proofLabel } from './trust-labels.ts';

const strengthLabels = { weak: 'weak', fair: 'fair', strong: 'strong' } as const;

/** The owner's evidence: its strength, its public facts, and its expiry. */
export function EvidenceList({ evidence, at }: { evidence: readonly ShownEvidence[]; at: Date }) {
  if (evidence.length === 0) return <p className="text-soft">Nothing has been shown: nobody has claimed this profile.</p>;
  return (
    <ul className="divide-y divide-line border-line border-y">
      {evidence.map((each) => (
        <li key={each.id} className="py-2.5">
          <p>
            <a href={`#event-${each.id}`} className="font-semibold">
              {proofLabel(each.kind)}
            </a>{' '}
            <span className="text-soft">
              {strengthLabels[each.strength]}
              {each.thirdParty ? ', by a third party' : ''}
            </span>
          </p>
          <p className="text-sm text-soft">
            {capitalize(each.subject)}, checked by {each.verifier === 'mail' ? 'email' : each.verifier} on <Day at={each.observedAt} />.{' '}
            {basisLabels(each.facts)} <EvidenceValidity evidence={each} at={at} />
          </p>
        </li>
      ))}
    </ul>
  );
}

function EvidenceValidity({ evidence, at }: { evidence: ShownEvidence; at: Date }) {
  if (evidence.revokedAt)
    return (
      <>
        Withdrawn on <Day at={evidence.revokedAt} />.
      </>
    );
  if (evidence.stale)
    return <b className="font-normal text-warn">Stale: it failed its last checks, and does not count until it holds again.</b>;
  if (evidence.expiresAt && evidence.expiresAt <= at)
    return (
      <b className="font-normal text-warn">
        It expired on <Day at={evidence.expiresAt} />.
      </b>
    );
  if (!evidence.expiresAt) return <>It counts as long as its checks hold.</>;
  return (
    <>
      Counts until <Day at={evidence.expiresAt} />.
    </>
  );
}

/** The events of a record in the evidence log, newest first, each with its hash. */
export function EventList({ events }: { events: readonly { event: LogEvent; hash: string }[] }) {
  if (events.length === 0) return <p className="text-soft">The log has no event of this profile.</p>;
  return (
    <ol reversed className="space-y-2 text-sm">
      {[...events].reverse().map(({ event, hash }) => (
        <li key={event.id} id={`event-${event.id}`} className="target:bg-wash">
          <Day at={new Date(event.at)} narrow /> · {eventLabels[event.kind] ?? event.kind}
          {event.kind === 'proof_shown' && `: ${proofLabel(String((event.facts as { proof?: unknown }).proof))}`}{' '}
          <span className="block break-all text-soft text-xs">
            event {event.number}, {hash}
          </span>
        </li>
      ))}
    </ol>
  );
}
