interface Props {
  /** What the letters lead through: "Authors by first letter". */
  label: string;
  /** Path of the list that takes `?from=<letter>`. */
  path: string;
  current: string | undefined;
}

const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/** The alphabet, each letter leading to where it begins in a list by name. */
export function Letters({ label, path, current }: Props) {
  return (
    <nav aria-label={label} className="mb-4 border-line border-b pb-3">
      <ul className="flex flex-wrap gap-x-1">
        {letters.map((letter) => (
          <li key={letter}>
            <a
              href={`${path}?from=${letter}`}
              aria-current={current === letter ? 'true' : undefined}
              className={`inline-block min-w-7 px-1 py-1 text-center font-semibold uppercase ${current === letter ? 'border-accent border-b-2 no-underline' : 'bare-link text-accent'}`}
            >
              {letter}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
