import { DataTable, type Row } from '#components/ui/data-table.tsx';
import type { CorpusFacts } from '#lib/catalog/trust/model/facts.ts';
import type { TrustPart, TrustView } from '#lib/catalog/trust/model/snapshot.ts';
import { BasisLink } from './reasons.tsx';
import { describeShortfall } from './shortfalls.ts';
import { ruleLabel, trustPartLabels } from './trust-labels.ts';

interface Props {
  trust: TrustView;
  /** The corpus facts from which the points were computed. */
  facts: CorpusFacts | null;
  slug: string;
  events: ReadonlySet<string>;
  titles: ReadonlyMap<string, string>;
}

type Links = Omit<Props, 'trust' | 'facts'>;

/** Every rule of the method with its points here, and their basis. */
export function TrustParts({ trust, facts, ...links }: Props) {
  return (
    <DataTable
      caption="Points by rule, with their evidence"
      captionHidden
      columns={{ rule: 'Rule and evidence', points: 'Points' }}
      numeric={['points']}
      rows={trust.parts.flatMap((part) => rowsOf(part, facts, links))}
    />
  );
}

function rowsOf({ part, points, max, lines }: TrustPart, facts: CorpusFacts | null, links: Links): Row[] {
  const sum = <b className="whitespace-nowrap font-semibold">{`${points} of ${max}`}</b>;
  return [
    { key: part, cells: { rule: <b className="font-semibold">{trustPartLabels[part]}</b>, points: sum } },
    ...lines.map((line) => ({
      key: line.rule,
      cells: {
        rule: (
          <>
            <span className={line.points > 0 ? '' : 'text-soft'}>{ruleLabel(line)}</span>
            <Shortfall text={describeShortfall(line, facts)} />
            <BasisList items={line.because} {...links} />
          </>
        ),
        points: <span className={`whitespace-nowrap ${line.points > 0 ? '' : 'text-soft'}`}>{`${line.points} of ${line.max}`}</span>,
      },
    })),
  ];
}

const Shortfall = ({ text }: { text: string | null }) => text && <p className="mt-0.5 font-normal text-soft">{text}</p>;

function BasisList({ items, ...links }: { items: readonly string[] } & Links) {
  if (items.length === 0) return null;
  return (
    <ul className="mt-0.5 font-normal text-soft">
      {items.map((id) => (
        <li key={id}>
          <BasisLink id={id} {...links} />
        </li>
      ))}
    </ul>
  );
}
