/** Alternative views of a list, as links; the current one is marked visually and for screen readers. */
export function Turns({ label, turns }: { label: string; turns: readonly { label: string; href: string; current: boolean }[] }) {
  return (
    <nav aria-label={label}>
      <ul className="inline-flex flex-wrap overflow-hidden rounded-md border border-edge bg-card text-xs">
        {turns.map((turn) => (
          <li key={turn.href}>
            <a
              href={turn.href}
              aria-current={turn.current ? 'true' : undefined}
              className={`inline-block px-3 py-1 font-medium no-underline hover:text-accent forced-colors:aria-[current]:outline-2 forced-colors:aria-[current]:-outline-offset-2 ${turn.current ? 'bg-wash font-semibold text-accent' : 'text-read'}`}
            >
              {turn.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
