import { formatCount, formatYearSpan } from '#components/ui/sentence.ts';
import { type SharedYears, Sparkline } from '#components/ui/spark.tsx';
import type { AuthorCard } from '#lib/catalog/authors/model/author.ts';

/** The end of a person's line in a list: a sparkline of works by year, their number, and their first and last year. */
export const WorksAndYears = ({ author, shared }: { author: AuthorCard; shared: SharedYears | null }) => (
  <span className="flex items-center gap-3">
    <Sparkline years={author.years} shared={shared} />
    <span className="grid justify-items-end leading-5">
      <span className="text-ink">{formatCount(author.worksCount, 'work')}</span>
      <span>{formatYearSpan(author)}</span>
    </span>
  </span>
);
