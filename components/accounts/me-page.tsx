import type { ReactNode } from 'react';
import { Notice } from '#components/ui/notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';

const places = {
  overview: { href: '/me', label: 'Dashboard' },
  records: { href: '/me/records', label: 'Profile' },
  network: { href: '/me/network', label: 'Network' },
  notifications: { href: '/me/notifications', label: 'Notification settings' },
  data: { href: '/me/data', label: 'Data and privacy' },
  security: { href: '/me/security', label: 'Security' },
} as const;
type MePlace = keyof typeof places;

/** The pages that are an account's own, as links; the one that is open is marked for eye and ear. */
export function MeNav({ current }: { current: MePlace }) {
  return (
    <nav aria-label="Your pages" className="mb-8 border-line border-b">
      <ul className="-mb-px flex flex-wrap gap-x-5 text-sm">
        {Object.entries(places).map(([place, { href, label }]) => (
          <li key={place}>
            <a
              href={href}
              aria-current={place === current ? 'page' : undefined}
              className={`inline-block border-b-2 py-2 no-underline ${
                place === current ? 'border-accent text-ink' : 'border-transparent text-soft hover:text-accent'
              }`}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface Props {
  current: MePlace;
  eyebrow?: ReactNode;
  title: ReactNode;
  lead?: ReactNode;
  /** What a form has just done, said above everything else. */
  done?: string | null;
  children: ReactNode;
}

/** One page of an account's own. */
export function MePage({ current, eyebrow, title, lead, done, children }: Props) {
  return (
    <Page>
      <MeNav current={current} />
      <PageHead eyebrow={eyebrow} title={title} lead={lead} />
      {done && (
        <div className="mb-8">
          <Notice kind="success" title={done} />
        </div>
      )}
      {children}
    </Page>
  );
}
