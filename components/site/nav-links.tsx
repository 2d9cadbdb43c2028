'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';

interface NavLink {
  href: string;
  label: string;
  sign?: ReactNode;
}

/** Links of which the one to the current page, or to the list that it belongs to, is marked. */
export function NavLinks({ links, look }: { links: readonly NavLink[]; look?: string }) {
  const path = usePathname();
  const current = (href: string): 'page' | 'true' | undefined =>
    path === href ? 'page' : href !== '/' && path.startsWith(`${href}/`) ? 'true' : undefined;
  return links.map(({ href, label, sign }) => (
    <a key={href} href={href} aria-current={current(href)} className={look}>
      {sign}
      {label}
    </a>
  ));
}
