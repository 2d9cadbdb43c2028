import { DataTable } from '#components/ui/data-table.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { formatCount, formatNumber, formatYearSpan, joinWords } from '#components/ui/sentence.ts';
import { revertDays } from '#lib/community/limits.ts';
import type { ChangePreview, PreviewedRecord, RecordFigures } from '#lib/governance/identity/model/changes.ts';

const formatHideable = (count: number | null): string => (count === null ? 'not shown' : formatNumber(count));

const facts: { label: string; of: (figures: RecordFigures) => string }[] = [
  { label: 'Works', of: ({ works }) => formatNumber(works) },
  { label: 'Years', of: (figures) => formatYearSpan(figures) ?? '–' },
  { label: 'Co-authors', of: ({ coauthors }) => formatHideable(coauthors) },
  { label: 'Followers', of: ({ followers }) => formatHideable(followers) },
  { label: 'Written as', of: ({ names }) => (names.length > 4 ? `${joinWords(names.slice(0, 4))} …` : joinWords(names)) },
];

/** The names of both profiles; namesakes are told apart by their address. */
function labelsOf({ surviving, other }: ChangePreview): { surviving: string; other: string } {
  const labelOf = ({ name, slug }: PreviewedRecord): string => (surviving.name === other.name && slug ? `${name} (${slug})` : name);
  return { surviving: labelOf(surviving), other: labelOf(other) };
}

/** The preview of a merge or split: figures before and after, each work that moves, and what changes or stays. */
export function ChangePreviewView({ preview }: { preview: ChangePreview }) {
  const { kind, surviving, other, moving, sharedWorks } = preview;
  const isMerge = kind === 'merge';
  const labels = labelsOf(preview);
  const linkTo = ({ slug }: PreviewedRecord, label: string) => (slug ? <a href={`/authors/${slug}`}>{label}</a> : label);
  const survivingLink = linkTo(surviving, isMerge ? labels.surviving : surviving.name);
  const formatCell = (figures: RecordFigures | null, of: (figures: RecordFigures) => string) => (figures ? of(figures) : '–');
  return (
    <div className="space-y-6">
      {sharedWorks > 0 && (
        <Notice kind="warn" title={`Both are authors of ${formatCount(sharedWorks, 'work')}`}>
          <p>Two authors of one work are two people, unless its author list names one person twice.</p>
        </Notice>
      )}
      <DataTable
        caption="Before and after"
        columns={{
          fact: 'Fact',
          surviving: <>{survivingLink}, now</>,
          other: isMerge ? <>{linkTo(other, labels.other)}, now</> : `${surviving.name}, then`,
          after: isMerge ? 'Together' : 'The new profile',
        }}
        rows={facts.map(({ label, of }) => ({
          key: label,
          cells: {
            fact: label,
            surviving: formatCell(surviving.before, of),
            other: formatCell(isMerge ? other.before : surviving.after, of),
            after: formatCell(isMerge ? surviving.after : other.after, of),
          },
        }))}
      />
      <Disclosure summary={`${formatCount(moving.length, 'work')} ${moving.length === 1 ? 'moves' : 'move'}`} open={moving.length <= 12}>
        <ul className="space-y-1">
          {moving.map(({ id, title, year, as }) => (
            <li key={id} className="max-w-measure">
              <a href={`/works/${id}`} className="font-serif text-base">
                {title}
              </a>{' '}
              <span className="text-soft">
                {year ?? 'no year'}, as {as}
              </span>
            </li>
          ))}
        </ul>
      </Disclosure>
      <Consequences preview={preview} />
    </div>
  );
}

function Consequences({ preview }: { preview: ChangePreview }) {
  const { kind, surviving, nameVariants, redirects } = preview;
  const labels = labelsOf(preview);
  return (
    <ul className="max-w-measure list-disc space-y-1 pl-5 text-sm">
      {kind === 'merge' ? (
        <>
          <li>
            The profile “{labels.surviving}” stays. Followers of either profile follow it
            {surviving.owned ? '; its owner owns it as before' : ''}.
          </li>
          <li>
            The addresses of “{labels.other}” redirect to it: {redirects.join(', ')}.
          </li>
          {nameVariants.length > 0 && <li>Names in sources that are assigned to it too: {nameVariants.slice(0, 8).join('; ')}.</li>}
        </>
      ) : (
        <>
          <li>A new profile is created from the selected works. It has no owner and no followers; the person it is about can claim it.</li>
          <li>Followers, name variants and proofs stay with “{surviving.name}”.</li>
          <li>Later imports do not move these works.</li>
        </>
      )}
      <li>It is listed in the public history of the profile, without the name of who asked. It can be undone for {revertDays} days.</li>
    </ul>
  );
}
