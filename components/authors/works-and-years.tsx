import { counted, yearSpan } from '#components/ui/sentence.ts';
import type { AuthorCard } from '#lib/catalog/authors/model/author.ts';

/** At the end of a person's line in a list. */
export const WorksAndYears = ({ of }: { of: AuthorCard }) => (
  <span className="grid justify-items-end leading-5">
    <span className="text-ink">{counted(of.worksCount, 'work')}</span>
    <span>{yearSpan(of)}</span>
  </span>
);
