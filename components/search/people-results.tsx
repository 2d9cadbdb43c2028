import { PersonLine } from '#components/people/person-line.tsx';
import { formatYearSpan, joinWords } from '#components/ui/sentence.ts';
import { type SharedYears, Sparkline, sharedYearsOf } from '#components/ui/spark.tsx';
import { MarkedLanguage } from '#components/works/marked-language.tsx';
import type { NameMatch } from '#lib/catalog/search-index/model/closeness.ts';
import type { ListFollows } from '#lib/community/follows/model.ts';
import type { PersonResult } from '#lib/portal/search/model/results.ts';

/** Returns why a person matches, if the name does not show it. */
function describeMatch(match: NameMatch | null, name: string): string | null {
  if (!match) return null;
  const differences = match.typos.map(({ asked, written }) => `“${written}” for “${asked}”`);
  if (differences.length > 0) return `${differences.length === 1 ? 'One letter differs' : 'Letters differ'}: ${joinWords(differences)}`;
  return match.name === name ? null : `Matched “${match.name}”`;
}

interface Props {
  people: readonly PersonResult[];
  words: readonly string[];
  follows: ListFollows;
}

/** People in search results, with the matched name variant; affiliation, years and newest works distinguish namesakes. */
export function PeopleResults({ people, words, follows }: Props) {
  const shared = sharedYearsOf(people.map(({ card }) => card));
  return (
    <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      {people.map((person) => (
        <Person key={person.card.slug} {...person} words={words} shared={shared} follows={follows} />
      ))}
    </ul>
  );
}

interface PersonProps extends PersonResult {
  words: readonly string[];
  shared: SharedYears | null;
  follows: ListFollows;
}

function Person({ card, matched, recent, words, shared, follows }: PersonProps) {
  const matchNote = describeMatch(matched, card.name);
  const works = `${card.worksCount} ${card.worksCount === 1 ? 'work' : 'works'}`;
  return (
    <li className="rounded-card border border-line bg-card p-4">
      <PersonLine person={card} words={words} aside={<Sparkline years={card.years} shared={shared} />} follows={follows}>
        {[card.affiliation, works, formatYearSpan(card)].filter((each) => each !== null).join(' · ')}
      </PersonLine>
      {matchNote && <p className="mt-1 text-soft text-xs">{matchNote}</p>}
      {recent.length > 0 && (
        <ul className="mt-2 border-line border-t pt-2 text-sm">
          {recent.map(({ id, title, language, year }) => (
            <li key={id} className="truncate">
              <a href={`/works/${id}`} className="quiet-link">
                <MarkedLanguage language={language} text={title} />
              </a>
              {year !== null && <span className="text-soft"> {year}</span>}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
