import { formatCount, formatYearSpan } from '#components/ui/sentence.ts';
import type { ContextKind } from '#lib/catalog/contexts/model/context.ts';

/** Names of the kinds, the lead of their lists, and what fills a list that is empty. */
export const contextKindLabels: Record<ContextKind, { one: string; many: string; lead: string; filledBy: string }> = {
  topic: {
    one: 'Topic',
    many: 'Topics',
    lead: 'What works here are about: categories that sources give them, and phrases that occur often in their titles.',
    filledBy:
      'Topics come with works whose source states them, as OpenAlex and keywords of BibTeX do. Each night, phrases that many titles have are added.',
  },
  venue: {
    one: 'Venue',
    many: 'Venues',
    lead: 'Journals, conferences and workshops that works here appeared in, as their sources name them.',
    filledBy: 'Venues come with works whose source names the journal or the proceedings.',
  },
  institution: {
    one: 'Institution',
    many: 'Institutions',
    lead: 'Universities, institutes and companies that works here print as affiliations of their authors.',
    filledBy: 'Institutions come with works whose source states the affiliations of the authors. Many files of BibTeX have none.',
  },
};

/** "27 works · 84 people · 2019–2026". */
export const formatContextFigures = (context: {
  worksCount: number;
  peopleCount: number;
  firstYear: number | null;
  lastYear: number | null;
}): string =>
  [formatCount(context.worksCount, 'work'), formatCount(context.peopleCount, 'person', 'people'), formatYearSpan(context)]
    .filter((word) => word)
    .join(' · ');
