import { formatCount } from '#components/ui/sentence.ts';
import type { AuthorView } from '#lib/portal/pages/model/author-record.ts';

const maxTopics = 3;

type DescribedAuthor = Pick<AuthorView, 'name' | 'owner' | 'affiliation' | 'hiddenFields' | 'counters'> & {
  contexts: { topics: { shown: readonly { name: string }[] } };
};

/** Describes a profile for search engines and link previews: role and affiliation, works and topics. */
export function profileDescription({ name, owner, affiliation, hiddenFields, counters, contexts }: DescribedAuthor): string {
  const affiliationName = affiliation && !hiddenFields.includes('affiliations') ? affiliation.name : undefined;
  const roleAndAffiliation = [owner?.role?.text, affiliationName].filter((text) => text !== undefined).join(', ');
  // Topic names may contain commas and "and" themselves.
  const topics = contexts.topics.shown
    .slice(0, maxTopics)
    .map((topic) => topic.name)
    .join(' · ');
  const works = `${formatCount(counters.works, 'work')}${roleAndAffiliation ? '' : ` by ${name}`}${topics ? `: ${topics}` : ''}`;
  return `${roleAndAffiliation ? `${roleAndAffiliation}. ` : ''}${works}. Co-authors, and the source of every fact.`;
}
