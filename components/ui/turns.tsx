interface Props {
  label: string;
  turns: readonly { label: string; href: string; current: boolean }[];
}

/** A few ways to look at the same list, as links; the current one is marked for eye and ear. */
export function Turns({ label, turns }: Props) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-x-5 text-sm">
        {turns.map((turn) => (
          <li key={turn.href}>
            <a
              href={turn.href}
              aria-current={turn.current ? 'true' : undefined}
              className={`inline-block border-b-2 no-underline ${turn.current ? 'border-accent text-ink' : 'border-transparent text-soft'}`}
            >
              {turn.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
