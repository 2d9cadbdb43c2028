import { listed, yearSpan } from '#components/ui/sentence.ts';
import { Tag } from '#components/ui/tag.tsx';
import type { NameMatch } from '#lib/catalog/search-index/model/closeness.ts';
import type { PersonFound } from '#lib/portal/search/model/results.ts';

/** Why this person matches, where the name alone does not show it. */
function matchWords(match: NameMatch | null, name: string): string | null {
  if (!match) return null;
  const slips = match.slips.map(({ asked, written }) => `“${written}” for “${asked}”`);
  if (slips.length > 0) return `${slips.length === 1 ? 'One letter differs' : 'Letters differ'}: ${listed(slips)}`;
  return match.name === name ? null : `Matched “${match.name}”`;
}

/** People that a search found: which spelling matched, place, years and newest works tell namesakes apart. */
export function PeopleFound({ people }: { people: readonly PersonFound[] }) {
  return (
    <ul className="divide-y divide-line border-line border-y">
      {people.map((person) => (
        <Person key={person.card.slug} {...person} />
      ))}
    </ul>
  );
}

function Person({ card, matched, recent }: PersonFound) {
  const why = matchWords(matched, card.name);
  const works = `${card.worksCount} ${card.worksCount === 1 ? 'work' : 'works'}`;
  return (
    <li className="py-2.5">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <a href={`/authors/${card.slug}`} className="bare-link font-medium font-serif text-md">
          {card.name}
        </a>
        {card.invented && <Tag>Sample</Tag>}
        {card.kind === 'organisation' && <Tag>Organisation</Tag>}
        {card.claimState === 'claimed' && <Tag look="accent">Claimed</Tag>}
        {why && <span className="text-sm text-soft">{why}</span>}
      </div>
      <p className="text-sm text-soft">{[card.affiliation, works, yearSpan(card)].filter((each) => each !== null).join(' · ')}</p>
      {recent.length > 0 && (
        <ul className="text-sm">
          {recent.map(({ id, title, year }) => (
            <li key={id} className="truncate">
              <a href={`/works/${id}`} className="quiet-link">
                {title}
              </a>
              {year !== null && <span className="text-soft"> {year}</span>}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
