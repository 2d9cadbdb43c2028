import { DataTable, type Row } from '#components/ui/data-table.tsx';
import type { TrustPart, TrustView } from '#lib/catalog/trust/model/snapshot.ts';
import { Reasons } from './reasons.tsx';
import { partLabels, ruleLabel } from './trust-labels.ts';

interface Props {
  trust: TrustView;
  slug: string;
  events: ReadonlySet<string>;
  titles: ReadonlyMap<string, string>;
}

/** Every rule of the method with what it gives here, and what that rests on. */
export function TrustParts({ trust, ...links }: Props) {
  return (
    <DataTable
      caption="Points by rule, with their evidence"
      captionHidden
      columns={{ rule: 'Rule and evidence', points: 'Points' }}
      numeric={['points']}
      rows={trust.parts.flatMap((part) => rowsOf(part, links))}
    />
  );
}

function rowsOf({ part, points, max, lines }: TrustPart, links: Omit<Props, 'trust'>): Row[] {
  const sum = <b className="whitespace-nowrap font-semibold">{`${points} of ${max}`}</b>;
  return [
    { key: part, cells: { rule: <b className="font-semibold">{partLabels[part]}</b>, points: sum } },
    ...lines.map((line) => ({
      key: line.rule,
      cells: {
        rule: (
          <>
            <span className={line.points > 0 ? '' : 'text-soft'}>{ruleLabel(line)}</span>
            <List items={line.because} {...links} />
          </>
        ),
        points: <span className={`whitespace-nowrap ${line.points > 0 ? '' : 'text-soft'}`}>{`${line.points} of ${line.max}`}</span>,
      },
    })),
  ];
}

function List({ items, ...links }: { items: readonly string[] } & Omit<Props, 'trust'>) {
  if (items.length === 0) return null;
  return (
    <ul className="mt-0.5 font-normal text-soft">
      {items.map((id) => (
        <li key={id}>
          <Reasons id={id} {...links} />
        </li>
      ))}
    </ul>
  );
}
