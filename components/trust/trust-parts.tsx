import { DataTable } from '#components/ui/data-table.tsx';
import type { TrustView } from '#lib/trust/model.ts';
import { Because } from './because.tsx';
import { partWords } from './words.ts';

interface Props {
  trust: TrustView;
  slug: string;
  events: ReadonlySet<string>;
}

/** Every rule of the method with what it gives here, and what that rests on. */
export function TrustParts({ trust, slug, events }: Props) {
  return (
    <div className="space-y-8">
      {trust.parts.map(({ part, points, max, lines }) => (
        <DataTable
          key={part}
          caption={
            <>
              {partWords[part]} <span className="font-normal text-soft">{`${points} of ${max}`}</span>
            </>
          }
          columns={[
            { key: 'rule', label: 'Rule' },
            { key: 'because', label: 'Rests on' },
            { key: 'points', label: 'Points', numeric: true },
          ]}
          rows={lines.map((line) => ({
            key: line.rule,
            cells: {
              rule: <span className={line.points > 0 ? '' : 'text-soft'}>{line.text}</span>,
              because:
                line.because.length > 0 ? <List of={line.because} slug={slug} events={events} /> : <span className="text-soft">–</span>,
              points: <span className={`whitespace-nowrap ${line.points > 0 ? '' : 'text-soft'}`}>{`${line.points} of ${line.max}`}</span>,
            },
          }))}
        />
      ))}
    </div>
  );
}

function List({ of, slug, events }: { of: readonly string[]; slug: string; events: ReadonlySet<string> }) {
  return (
    <>
      {of.map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Because id={id} slug={slug} events={events} />
        </span>
      ))}
    </>
  );
}
