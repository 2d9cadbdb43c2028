import { eventLabels } from '#components/trust/trust-labels.ts';
import { Day } from '#components/ui/day.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import type { EventKind } from '#lib/catalog/trust/model/log.ts';
import type { ReportedWork } from '#lib/governance/cases/model/evidence.ts';
import type { RecordEvidence } from '#lib/portal/decisions/model/views.ts';
import { FactRows } from './fact-rows.tsx';
import { RecordGroups } from './record-groups.tsx';

const claimLabels: Record<string, string> = {
  unclaimed: 'Not claimed',
  pending: 'Claim pending',
  claimed: 'Claimed',
  disputed: 'Claim disputed',
};

/** The data of the sources and the evidence log about a record. */
export function RecordEvidenceView({ record, reported }: { record: RecordEvidence; reported: readonly ReportedWork[] }) {
  const { name, path, claimState, affiliation, orcid, works, worksCount, flags, trust, events } = record;
  return (
    <div className="min-w-0 space-y-4">
      <div>
        <h3 className="font-medium font-serif text-lg">{path ? <a href={path}>{name}</a> : name}</h3>
        <p className="text-sm text-soft">
          {claimLabels[claimState] ?? claimState}
          {affiliation ? ` · ${affiliation}` : ''}
          {orcid ? ` · ORCID ${orcid.id}${orcid.authenticated ? '' : ' (not authenticated)'}` : ''}
        </p>
        {trust && (
          <p className="text-sm text-soft">
            {trust.points} points, {trust.label}, L{trust.level}, <Day at={trust.at} />
          </p>
        )}
      </div>
      {flags.map((reason) => (
        <p key={reason} className="border-warn border-l-2 pl-3 text-sm">
          {reason}
        </p>
      ))}
      <RecordGroups record={record} reported={reported} />
      <div>
        <h4 className="text-sm text-soft">Works{works.length < worksCount ? `, the newest ${works.length} of ${worksCount}` : ''}</h4>
        <ul className="text-sm">
          {works.map(({ id, title, year, as }) => (
            <li key={id} className="border-line border-t py-1.5 first:border-t-0">
              <a href={`/works/${id}`}>{title}</a>{' '}
              <span className="text-soft">
                {year ? `${year}, ` : ''}as {as}
              </span>
            </li>
          ))}
        </ul>
      </div>
      {path && (
        <p className="text-sm">
          <a href={`${path}/history`}>History of the profile</a>: merges and splits, and how they are undone.
        </p>
      )}
      <Disclosure summary={`Evidence log (${events.length})`}>
        {events.length === 0 ? (
          <p className="text-soft">There are no proofs for this profile.</p>
        ) : (
          <ol className="space-y-2">
            {events.map(({ id, kind, at, facts }) => (
              <li key={id}>
                <Day at={at} narrow /> {eventLabels[kind as EventKind] ?? kind}
                <FactRows facts={facts} />
              </li>
            ))}
          </ol>
        )}
      </Disclosure>
    </div>
  );
}
