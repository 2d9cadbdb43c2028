import { Day } from '#components/ui/day.tsx';
import { Section } from '#components/ui/section.tsx';
import { figure } from '#components/ui/sentence.ts';
import type { AuthorView, DeclaredFigure } from '#lib/authors/model.ts';

/** Figures that only sources give: shown with who says so and when, never counted by this instance. */
const words: Record<string, { name: string; format: (value: number, label: string | null) => string }> = {
  h_index: { name: 'h-index', format: figure },
  citations: { name: 'Citations', format: figure },
  novelty: { name: 'Novelty', format: (value) => `${figure(value)} %` },
  ai_score: { name: 'AI Score', format: figure },
  trust: { name: 'Trust', format: (value, label) => [figure(value), label].filter(Boolean).join(' · ') },
  level: { name: 'Verification', format: (value, label) => label ?? `L${value}` },
};

/** Imported indicators, with their warnings. Nothing where no source gives any. */
export function IndicatorList({ author }: { author: Pick<AuthorView, 'declared' | 'warnings'> }) {
  const figures = author.declared.filter((each) => each.kind in words);
  if (figures.length === 0 && author.warnings.length === 0) return null;
  return (
    <Section id="indicators" title="Figures from elsewhere">
      {[...Map.groupBy(figures, (each) => each.source.id)].map(([id, rows]) => (
        <SourceFigures key={id} rows={rows} />
      ))}
      {author.warnings.map((warning) => (
        <p key={warning} className="mt-2 border-warn border-l-2 pl-3 text-sm text-warn">
          {warning}
        </p>
      ))}
      <p className="mt-2 text-sm text-soft">
        Imported as they were, each about the works that its source knows. They count nothing here.{' '}
        <a href="/about#figures">What they mean and do not</a>
      </p>
    </Section>
  );
}

function SourceFigures({ rows }: { rows: readonly DeclaredFigure[] }) {
  const [first] = rows;
  if (!first) return null;
  return (
    <div className="mb-3">
      <p className="text-soft text-xs">
        {first.source.name}, read on <Day at={first.observedAt} />
      </p>
      <dl className="text-sm">
        {rows.map((each) => (
          <div key={each.kind} className="flex justify-between gap-4">
            <dt>{words[each.kind]?.name}</dt>
            <dd>{words[each.kind]?.format(each.value, each.label)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
