import { formatCount } from './sentence.ts';

/** A heading of a list, and where its entries begin. */
interface LetterLink {
  heading: string;
  from: string;
  count: number;
}

interface Props {
  /** The accessible name of the letters: "Authors by first letter". */
  label: string;
  /** Path of the list that accepts `?from=<letter>`, with its other parameters. */
  path: string;
  current: string | undefined;
  /** The headings of the list, in its order. */
  letters: readonly LetterLink[];
}

const latinLetters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Letters are omitted for lists with at most this number of entries. */
const maxUngrouped = 5;

/** Upper bound on the letters of other scripts. */
const maxOtherLetters = 60;

/** The alphabet, with links into a list by name; letters without entries have no link. Other scripts follow Z. */
export function LetterLinks({ label, path, current, letters }: Props) {
  const entries = letters.reduce((sum, { count }) => sum + count, 0);
  if (entries <= maxUngrouped && current === undefined) return null;
  const byHeading = new Map(letters.map((each) => [each.heading, each]));
  const others = letters.filter(({ heading }) => !latinLetters.includes(heading)).slice(0, maxOtherLetters);
  const isBeforeA = ({ from }: LetterLink): boolean => from < 'a';
  const shown = [...others.filter(isBeforeA), ...latinLetters, ...others.filter((each) => !isBeforeA(each))];
  return (
    <nav aria-label={label} className="mb-4 border-line border-b pb-3">
      <ul className="flex flex-wrap gap-x-1">
        {shown.map((each) => {
          const heading = typeof each === 'string' ? each : each.heading;
          const letter = byHeading.get(heading);
          return (
            <li key={heading}>
              {letter ? <Letter {...letter} path={path} isCurrent={current === letter.from} /> : <NoEntry letter={heading} />}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

const letterClass = 'inline-block min-w-7 px-1 py-1 text-center font-semibold';

function Letter({ heading, from, count, path, isCurrent }: LetterLink & { path: string; isCurrent: boolean }) {
  const entries = formatCount(count, 'entry', 'entries');
  return (
    <a
      href={`${path}${path.includes('?') ? '&' : '?'}from=${encodeURIComponent(from)}`}
      title={entries}
      aria-label={`${heading}, ${entries}`}
      aria-current={isCurrent ? 'true' : undefined}
      className={`${letterClass} ${isCurrent ? 'border-accent border-b-2 no-underline' : 'bare-link text-accent'}`}
    >
      {heading}
    </a>
  );
}

/** A letter without entries, hidden from screen readers. */
const NoEntry = ({ letter }: { letter: string }) => (
  <span aria-hidden="true" className={`${letterClass} font-normal! text-soft`}>
    {letter}
  </span>
);
