interface Props {
  /** What the tabs are parts of: "Profile". */
  label: string;
  tabs: readonly { label: string; href: string; current: boolean; count?: number | null }[];
}

/** Parts of one thing, each a page with its own address; they stay in sight below the header. Where they do not fit, the current one is shown. */
export function Tabs({ label, tabs }: Props) {
  return (
    <nav aria-label={label} className="no-print sticky top-13 z-20 mb-6 border-line border-b bg-paper max-sm:-mx-4 max-sm:px-4 md:top-16">
      <ul className="marked-links flex gap-1 overflow-x-auto [scrollbar-width:none]">
        {tabs.map((tab) => (
          <li key={tab.href}>
            <a
              href={tab.href}
              aria-current={tab.current ? 'page' : undefined}
              className="flex items-center gap-2 whitespace-nowrap px-3 pt-3 pb-2.5 font-medium text-soft hover:text-ink aria-[current]:[scroll-initial-target:nearest]"
            >
              {tab.label}
              {tab.count != null && tab.count > 0 && (
                <span className="rounded-full bg-plain-wash px-2 font-normal text-2xs text-read">{tab.count}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
