import { DataTable } from '#components/ui/data-table.tsx';
import { Day } from '#components/ui/day.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import type { WitnessConflict, WitnessHealth } from '#lib/catalog/trust/model/witness.ts';

/** The witnesses of the evidence log, and conflicting heads received from other instances. */
export function Witnesses({ witnesses, conflicts }: { witnesses: readonly WitnessHealth[]; conflicts: readonly WitnessConflict[] }) {
  return (
    <>
      {conflicts.map(({ origin, day, at }) => (
        <div key={origin} className="mb-4">
          <Notice kind="error" title={`The log of ${origin} contradicts itself`}>
            <p>
              A head for {day} was refused on <Day at={at} />. Ask its operator, and compare the{' '}
              <a href="/trust/witness.json">heads that are stored here</a>.
            </p>
          </Notice>
        </div>
      ))}
      {witnesses.length === 0 ? (
        <p className="max-w-measure text-soft">
          No witness is configured. Set LOG_WITNESSES, so that the end of the evidence log cannot be removed unnoticed.
        </p>
      ) : (
        <DataTable
          caption="Witnesses, their newest head and what is late"
          captionHidden
          columns={{ witness: 'Witness', delivered: 'Newest head', late: 'Late' }}
          rows={witnesses.map(({ witness, delivered, late }) => ({
            key: witness,
            cells: {
              witness: <span className="break-all">{witness}</span>,
              delivered: delivered ? delivered.day : 'none yet',
              late: late ? <LateHead {...late} /> : 'no',
            },
          }))}
        />
      )}
    </>
  );
}

function LateHead({ day, since, attempts, error }: NonNullable<WitnessHealth['late']>) {
  return (
    <>
      {day}, since <Day at={since} narrow />, {formatCount(attempts, 'attempt')}
      {error && <span className="block break-words text-soft text-xs">{error}</span>}
    </>
  );
}
