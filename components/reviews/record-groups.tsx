import { evidenceAgainstText, evidenceForText } from '#components/identity/cluster-labels.ts';
import { formatCount } from '#components/ui/sentence.ts';
import type { ReportedWork } from '#lib/governance/cases/model/evidence.ts';
import type { RecordEvidence, RecordGroup } from '#lib/portal/decisions/model/views.ts';

interface Props {
  record: Pick<RecordEvidence, 'groups' | 'path'>;
  reported: readonly ReportedWork[];
}

/** The works of a profile in groups of co-authors and years. It states facts, and proposes no decision. */
export function RecordGroups({ record: { groups, path }, reported }: Props) {
  if (groups.length === 0) return null;
  const years = groups.flatMap((group) => (group.years ? [group.years.from, group.years.to] : []));
  const span = { from: Math.min(...years), to: Math.max(...years) };
  const numbers = new Map(reported.flatMap(({ work }, at): [string, number][] => (work ? [[work.id, at + 1]] : [])));
  return (
    <div>
      <h4 className="text-sm text-soft">
        Co-authors and years
        {path && groups.length > 1 && (
          <>
            , <a href={`${path}/split`}>open the works of each group</a>
          </>
        )}
      </h4>
      <ul className="divide-y divide-line text-sm">
        {groups.map((group) => (
          <Group key={group.name} group={group} isAlone={groups.length === 1} span={span} numbers={numbers} />
        ))}
      </ul>
    </div>
  );
}

interface GroupProps {
  group: RecordGroup;
  isAlone: boolean;
  span: { from: number; to: number };
  /** The numbers of the reported works, by the id of the work. */
  numbers: ReadonlyMap<string, number>;
}

function Group({ group, isAlone, span, numbers }: GroupProps) {
  const { name, years, works, coauthors, affiliations, evidenceFor, evidenceAgainst } = group;
  const reported = works.flatMap(({ id }) => numbers.get(id) ?? []).sort((a, b) => a - b);
  return (
    <li className="py-2">
      <p>
        <b className="font-semibold">{isAlone ? 'One group' : `Group ${name}`}</b>: {formatCount(works.length, 'work')}
        {years && `, ${years.from === years.to ? years.from : `${years.from}–${years.to}`}`}
        {reported.length > 0 && (
          <b className="font-semibold">
            , with reported {reported.length === 1 ? 'work' : 'works'} {reported.join(', ')}
          </b>
        )}
      </p>
      {years && span.to > span.from && <YearLine works={works} span={span} numbers={numbers} />}
      <p className="text-soft">{coauthors.length > 0 ? `With ${coauthors.join(', ')}.` : 'No co-authors.'}</p>
      {affiliations.length > 0 && <p className="text-soft">Printed: {affiliations.join('; ')}.</p>}
      {evidenceFor.length > 0 && <p className="text-soft">For one person: {evidenceFor.map(evidenceForText).join('; ')}.</p>}
      {evidenceAgainst.length > 0 && (
        <p className="text-soft">Apart from the nearest group: {evidenceAgainst.map(evidenceAgainstText).join('; ')}.</p>
      )}
    </li>
  );
}

const line = { width: 320, height: 22, radius: 4, margin: 8 };

/** The years of the works of a group on the years of all groups. The text above it says the same. */
function YearLine({ works, span, numbers }: Pick<GroupProps, 'span' | 'numbers'> & { works: RecordGroup['works'] }) {
  const { width, height, radius, margin } = line;
  const xOf = (year: number): number => margin + ((year - span.from) / (span.to - span.from)) * (width - 2 * margin);
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className="my-1 block w-full max-w-80 fill-accent text-2xs">
      <path d={`M${margin} ${height / 2}H${width - margin}`} className="stroke-edge" />
      {works.map(({ id, year }) =>
        year === null ? null : numbers.has(id) ? (
          <circle key={id} cx={xOf(year)} cy={height / 2} r={radius + 3} className="fill-ink" />
        ) : (
          <circle key={id} cx={xOf(year)} cy={height / 2} r={radius} />
        ),
      )}
    </svg>
  );
}
