import { formatNumber } from './sentence.ts';

interface Props {
  /** What the tabs are parts of: "Profile". */
  label: string;
  tabs: readonly { label: string; href: string; current: boolean; count?: number | null }[];
}

/** Tabs, each a page with its own URL; on small screens its fragment `#tab` leads past the head of the page. They stick below the header; if they do not fit, the current one is scrolled into view initially. */
export function Tabs({ label, tabs }: Props) {
  return (
    <>
      <span id="tab" className="tab-anchor" />
      <nav aria-label={label} className="no-print tabs marked-links">
        <ul>
          {tabs.map((tab) => (
            <li key={tab.href}>
              <a href={tab.href} aria-current={tab.current ? 'page' : undefined}>
                {tab.label}
                {tab.count != null && tab.count > 0 && <span>{formatNumber(tab.count)}</span>}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
