/** Alternative views of a list, as links; the current one is marked visually and for screen readers. */
export function ViewLinks({ label, views }: { label: string; views: readonly { label: string; href: string; current: boolean }[] }) {
  return (
    <nav aria-label={label}>
      <ul className="inline-flex flex-wrap overflow-hidden rounded-md border border-edge bg-card text-xs">
        {views.map((view) => (
          <li key={view.href}>
            <a
              href={view.href}
              aria-current={view.current ? 'true' : undefined}
              className={`inline-block px-3 py-1 font-medium no-underline hover:text-accent forced-colors:aria-[current]:outline-2 forced-colors:aria-[current]:-outline-offset-2 ${view.current ? 'bg-wash font-semibold text-accent' : 'text-read'}`}
            >
              {view.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
