import { formatCount, formatYearSpan } from '#components/ui/sentence.ts';
import type { ContextKind } from '#lib/catalog/contexts/model/context.ts';

/** Names of the kinds, and the lead of their lists. */
export const contextKindLabels: Record<ContextKind, { one: string; many: string; lead: string }> = {
  topic: {
    one: 'Topic',
    many: 'Topics',
    lead: 'What works here are about: categories that sources give them, and phrases that occur often in their titles.',
  },
  venue: {
    one: 'Venue',
    many: 'Venues',
    lead: 'Journals, conferences and workshops that works here appeared in, as their sources name them.',
  },
  institution: {
    one: 'Institution',
    many: 'Institutions',
    lead: 'Universities, institutes and companies that works here print as affiliations of their authors.',
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
