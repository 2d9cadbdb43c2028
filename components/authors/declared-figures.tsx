import type { ReactNode } from 'react';
import { DataTable } from '#components/ui/data-table.tsx';
import { Day } from '#components/ui/day.tsx';
import { ScrollRegion } from '#components/ui/scroll-region.tsx';
import { Section } from '#components/ui/section.tsx';
import { formatNumber } from '#components/ui/sentence.ts';
import type { DeclaredFigure } from '#lib/catalog/authors/model/author.ts';
import type { AuthorView } from '#lib/portal/pages/model/author-record.ts';

/** Formats a figure: "h-index 41", "Trust 21 Emerging". An unknown kind is shown by its own name. */
export function formatDeclaredFigure({ kind, value, label }: Pick<DeclaredFigure, 'kind' | 'value' | 'label'>): string {
  const figureKind = figureKinds.find((each) => each.kind === kind);
  return `${figureKind?.name ?? kind.replaceAll('_', ' ')} ${figureKind?.format?.(value, label) ?? formatNumber(value)}`;
}

interface FigureKind {
  kind: string;
  name: string;
  format?: (value: number, label: string | null) => string;
  /** The same figure as counted by this instance, if it does. */
  own?: (author: AuthorCounts) => string | number | null;
}

type AuthorCounts = Pick<AuthorView, 'counters' | 'trust'>;

/** Kinds of figures that sources declare. This instance never counts citations, or figures computed from them. */
const figureKinds: readonly FigureKind[] = [
  { kind: 'works', name: 'Works', own: ({ counters }) => counters.works },
  { kind: 'followers', name: 'Followers', own: ({ counters }) => counters.followers },
  { kind: 'topics', name: 'Topics', own: ({ counters }) => counters.topics },
  { kind: 'close_collaborators', name: 'Close collaborators', own: ({ counters }) => counters.closeCollaborators },
  { kind: 'h_index', name: 'h-index' },
  { kind: 'citations', name: 'Citations' },
  { kind: 'novelty', name: 'Novelty', format: (value) => `${formatNumber(value)} %` },
  { kind: 'ai_score', name: 'AI Score' },
  {
    kind: 'trust',
    name: 'Trust',
    format: (value, label) => [formatNumber(value), label].filter(Boolean).join(' '),
    own: ({ trust }) => `${trust.points} ${trust.label}`,
  },
  { kind: 'level', name: 'Verification', format: (value, label) => label ?? `L${value}`, own: ({ trust }) => `L${trust.level}` },
];

const formatOwnFigure = (value: string | number | null | undefined): string =>
  typeof value === 'number' ? formatNumber(value) : (value ?? '–');

/** The figures that sources declare for the person, beside those counted here, with their dates and warnings. */
export function DeclaredFigures({ author }: { author: Pick<AuthorView, 'slug' | 'declared' | 'warnings' | 'counters' | 'trust'> }) {
  const { declared, warnings } = author;
  if (declared.length === 0) return null;
  const bySource = [...Map.groupBy(declared, (each) => each.source.id)];
  return (
    <Section id="metrics" title="Metrics reported by other sites">
      <ScrollRegion label="Table of metrics">
        <DataTable
          caption="What the sources declare, and what is counted here"
          captionHidden
          columns={{
            name: 'Figure',
            own: 'Here',
            ...Object.fromEntries(bySource.map(([id, [first]]) => [id, first && <SourceHeading by={first} />])),
          }}
          numeric={['own', ...bySource.map(([id]) => id)]}
          rows={figureKinds
            .filter(({ kind }) => declared.some((each) => each.kind === kind))
            .map(({ kind, name, own, format = formatNumber }) => ({
              key: kind,
              cells: Object.fromEntries<ReactNode>([
                ['name', name],
                ['own', formatOwnFigure(own?.(author))],
                ...bySource.map(([id, figures]) => {
                  const sourceFigure = figures.find((each) => each.kind === kind);
                  return [id, sourceFigure ? format(sourceFigure.value, sourceFigure.label) : '–'] as const;
                }),
              ]),
            }))}
        />
      </ScrollRegion>
      {warnings.map((warning) => (
        <p key={warning} className="mt-3 border-warn border-l-2 pl-3 text-sm text-warn">
          {warning}
        </p>
      ))}
      <p className="mt-3 text-sm text-soft">
        Imported unchanged. Each source counts the works it knows by its own rules. None affects the trust points.{' '}
        <a href="/about#figures">What they mean</a> · <a href="#shown">What this profile shows</a>
      </p>
    </Section>
  );
}

function SourceHeading({ by }: { by: DeclaredFigure }) {
  return (
    <>
      {by.source.name}
      <span className="block whitespace-nowrap text-2xs">
        <Day at={by.observedAt} narrow />
      </span>
    </>
  );
}
