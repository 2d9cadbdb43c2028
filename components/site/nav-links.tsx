'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';

interface NavLinkProps {
  href: string;
  className?: string | undefined;
  /** Marked on its own page alone, not on those below it. */
  exact?: boolean;
  children: ReactNode;
}

/** A link that is marked on the page that it leads to, and on those that belong to it. */
export function NavLink({ href, className, exact = false, children }: NavLinkProps) {
  const path = usePathname();
  const isBelow = !exact && href !== '/' && path.startsWith(`${href}/`);
  return (
    <a href={href} aria-current={path === href ? 'page' : isBelow ? 'true' : undefined} className={className}>
      {children}
    </a>
  );
}

/** Links of which the one to the current page, or to the list that it belongs to, is marked. */
export const NavLinks = ({
  links,
  className,
}: {
  links: readonly { href: string; label: string; sign?: ReactNode }[];
  className?: string;
}) =>
  links.map(({ href, label, sign }) => (
    <NavLink key={href} href={href} className={className}>
      {sign}
      {label}
    </NavLink>
  ));
