'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';

interface NavLinkProps {
  href: string;
  className?: string | undefined;
  /** True if only its own page is marked, not pages below it. */
  exact?: boolean;
  children: ReactNode;
}

/** A link that is marked on its target page and on pages below it. */
export function NavLink({ href, className, exact = false, children }: NavLinkProps) {
  const path = usePathname();
  const isBelow = !exact && href !== '/' && path.startsWith(`${href}/`);
  return (
    <a href={href} aria-current={path === href ? 'page' : isBelow ? 'true' : undefined} className={className}>
      {children}
    </a>
  );
}

/** Links; the one to the current page, or to the list that contains it, is marked. */
export const NavLinks = ({
  links,
  className,
}: {
  links: readonly { href: string; label: string; icon?: ReactNode }[];
  className?: string;
}) =>
  links.map(({ href, label, icon }) => (
    <NavLink key={href} href={href} className={className}>
      {icon}
      {label}
    </NavLink>
  ));
