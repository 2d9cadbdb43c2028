const ways = [
  ['/authors', 'Authors'],
  ['/topics', 'Topics'],
  ['/venues', 'Venues'],
  ['/institutions', 'Institutions'],
  ['/trust', 'How trust works'],
  ['/methods', 'Methods'],
  ['/about', 'About'],
] as const;

export function SiteFooter() {
  return (
    <footer className="mt-auto border-line border-t">
      <div className="gutter mx-auto flex w-full max-w-frame flex-wrap items-baseline justify-between gap-x-8 gap-y-2 py-6 text-soft text-xs">
        <p className="max-w-measure">Facts come from the sources named beside them, with dates.</p>
        <nav aria-label="About this site">
          <ul className="flex flex-wrap gap-x-5 gap-y-1">
            {ways.map(([href, label]) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
