import { formatCount } from './sentence.ts';

interface Props {
  /** The accessible name of the letters: "Authors by first letter". */
  label: string;
  /** Path of the list that accepts `?from=<letter>`, with its other parameters. */
  path: string;
  current: string | undefined;
  /** Number of entries for each letter. */
  counts: ReadonlyMap<string, number>;
}

const latinLetters = [...'abcdefghijklmnopqrstuvwxyz'];

/** Letters are omitted for lists with at most this number of entries. */
const maxUngrouped = 5;

/** The alphabet, with links into a list by name; letters without entries have no link. Other scripts follow Z. */
export function LetterLinks({ label, path, current, counts }: Props) {
  const entries = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (entries <= maxUngrouped && current === undefined) return null;
  const afterZ = [...counts.keys()].filter((letter) => letter > 'z').sort();
  return (
    <nav aria-label={label} className="mb-4 border-line border-b pb-3">
      <ul className="flex flex-wrap gap-x-1">
        {[...latinLetters, ...afterZ.slice(0, 20)].map((letter) => {
          const count = counts.get(letter) ?? 0;
          return (
            <li key={letter}>
              {count > 0 ? <LetterLink {...{ letter, count, path, isCurrent: current === letter }} /> : <NoEntry letter={letter} />}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

const letterClass = 'inline-block min-w-7 px-1 py-1 text-center font-semibold uppercase';

function LetterLink({ letter, count, path, isCurrent }: { letter: string; count: number; path: string; isCurrent: boolean }) {
  const entries = formatCount(count, 'entry', 'entries');
  return (
    <a
      href={`${path}${path.includes('?') ? '&' : '?'}from=${encodeURIComponent(letter)}`}
      title={entries}
      aria-label={`${letter.toUpperCase()}, ${entries}`}
      aria-current={isCurrent ? 'true' : undefined}
      className={`${letterClass} ${isCurrent ? 'border-accent border-b-2 no-underline' : 'bare-link text-accent'}`}
    >
      {letter}
    </a>
  );
}

/** A letter without entries, hidden from screen readers. */
const NoEntry = ({ letter }: { letter: string }) => (
  <span aria-hidden="true" className={`${letterClass} font-normal! text-soft`}>
    {letter}
  </span>
);
