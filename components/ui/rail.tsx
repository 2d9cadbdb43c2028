import { Icon, type IconName } from './icon.tsx';

interface Props {
  /** The accessible name of the links: "Your pages". */
  label: string;
  items: readonly { href: string; label: string; icon?: IconName; current: boolean }[];
}

/** Links to pages or parts: a column at the left, or a row on small screens. The current one is marked visually and for screen readers. */
export function Rail({ label, items }: Props) {
  return (
    <nav aria-label={label} className="no-print max-lg:border-line max-lg:border-b max-lg:pb-3 lg:sticky lg:top-6">
      <ul className="flex flex-wrap gap-1 text-sm lg:grid">
        {items.map(({ href, label: name, icon, current }) => (
          <li key={href}>
            <a
              href={href}
              aria-current={current ? 'page' : undefined}
              className={`flex items-center gap-2.5 rounded-md px-3 py-1.5 no-underline hover:bg-plain-wash forced-colors:aria-[current]:outline-2 ${
                current ? 'bg-wash font-semibold text-accent' : 'text-read'
              }`}
            >
              {icon && <Icon name={icon} />}
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The grid of a page with a rail. */
export const railGrid = 'grid grid-cols-1 items-start gap-x-12 gap-y-8 lg:grid-cols-[14rem_minmax(0,1fr)]';
