import { contactUrl, site } from '#lib/platform/site.ts';
import { Brand } from './brand.tsx';
import { NavLink } from './nav-links.tsx';

const linkGroups = [
  {
    title: 'Explore',
    links: [
      ['/authors', 'People'],
      ['/collaborate', 'Open to collaborate'],
      ['/topics', 'Topics'],
      ['/venues', 'Venues'],
      ['/institutions', 'Institutions'],
      ['/graph', 'Graph'],
    ],
  },
  {
    title: 'Trust',
    links: [
      ['/trust', 'How trust works'],
      ['/methods', 'Methods'],
      ['/trust/log', 'Evidence log'],
    ],
  },
  {
    title: 'This instance',
    links: [
      ['/about', 'About'],
      ['/about#sources', 'Sources'],
      ['/data', 'Open data'],
      ['/about#corrections', 'Corrections and contact'],
    ],
  },
] as const;

/** Returns links that the operator has set for this instance. */
function operatorLinks(): [href: string, label: string][] {
  const { contact, imprint, privacy } = site();
  const links: [string, string][] = [];
  if (contact) links.push([contactUrl(contact), 'Contact']);
  if (imprint) links.push(['/imprint', 'Imprint']);
  if (privacy) links.push(['/privacy', 'Privacy']);
  return links;
}

export function SiteFooter() {
  const { licence } = site();
  const shownGroups = linkGroups.map(({ title, links }) => ({
    title,
    links: title === 'This instance' ? [...links, ...operatorLinks()] : links,
  }));
  return (
    <footer className="mt-auto border-line border-t bg-raised text-sm">
      <div className="gutter mx-auto grid w-full max-w-frame grid-cols-2 gap-8 py-10 md:grid-cols-[1.7fr_1fr_1fr_1fr]">
        <div className="col-span-2 md:col-span-1">
          <Brand />
          <p className="mt-3 max-w-[30ch] text-soft">Every fact on a profile links to its source and the date it was imported.</p>
          {licence && (
            <p className="mt-3 max-w-[30ch] text-soft">
              Data:{' '}
              <a href={licence.url} rel="license">
                {licence.name}
              </a>
            </p>
          )}
        </div>
        {shownGroups.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="mb-1 font-semibold text-soft text-xs">{title}</h2>
            <ul className="plain-links">
              {links.map(([href, label]) => (
                <li key={href}>
                  <NavLink href={href} exact>
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  );
}
