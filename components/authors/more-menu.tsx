import { Icon } from '#components/ui/icon.tsx';
import { env } from '#lib/platform/env.ts';
import type { SlotAuthor } from '#lib/portal/pages/model/author-record.ts';

/** Rarely used actions in a menu; a `<details>`, so that it works without script. */
export function MoreMenu({ author: { id, slug, name, claimState, kind }, isOwner }: { author: SlotAuthor; isOwner: boolean }) {
  const permanent = `${env().PUBLIC_URL}/authors/${id}`;
  const links = [
    { href: `/authors/${slug}/fix`, label: 'Report a problem', indexed: false },
    { href: `/authors/${slug}/history`, label: 'History', indexed: true },
    { href: `/visibility?record=${slug}`, label: 'Hide or limit this name', indexed: false },
    { href: `/authors/${id}`, label: 'Permanent link', indexed: true },
    ...(kind === 'person' && claimState === 'claimed' && !isOwner
      ? [{ href: `/claim/${slug}`, label: 'Is this your profile? Object to the claim', indexed: false }]
      : []),
  ];
  return (
    <details data-menu className="lg:relative">
      <summary className="inline-flex size-10 list-none items-center justify-center rounded-md border border-edge bg-card hover:border-accent hover:text-accent">
        <Icon name="more" />
        <span className="sr-only">More actions</span>
      </summary>
      <ul className="menu absolute z-30 mt-1.5 max-lg:inset-x-4 lg:right-0 lg:w-64">
        <li>
          <button type="button" hidden data-share={permanent} data-title={name} className="w-full text-left">
            Share this profile
          </button>
        </li>
        <li>
          <a href={`mailto:?subject=${encodeURIComponent(name)}&body=${encodeURIComponent(permanent)}`}>Send by email</a>
        </li>
        <li>
          <a href={`/authors/${slug}/qr.svg`}>QR code</a>
        </li>
        <li>
          <a href={`/authors/${slug}/vcard.vcf`} download>
            Address book (vCard)
          </a>
        </li>
        {links.map(({ href, label, indexed }) => (
          <li key={href}>
            <a href={href} rel={indexed ? undefined : 'nofollow'}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
