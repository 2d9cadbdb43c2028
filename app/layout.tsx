import './globals.css';
import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { Announcements } from '#components/operations/announcements.tsx';
import { accentStyle } from '#components/site/accent.ts';
import { SiteFooter } from '#components/site/site-footer.tsx';
import { BottomBar, SiteHeader } from '#components/site/site-header.tsx';
import { SkipLink } from '#components/ui/skip-link.tsx';
import { env } from '#lib/platform/env.ts';
import { site } from '#lib/platform/site.ts';
import { loadHeaderAccount } from '#lib/portal/me/loaders.ts';
import { loadAnnouncements } from '#lib/portal/operations/loaders.ts';
import { faces } from './fonts.ts';

/** Every page is rendered from the database when asked for, never at build time. */
export const dynamic = 'force-dynamic';

export const generateMetadata = (): Metadata => ({
  metadataBase: new URL(env().PUBLIC_URL),
  title: { default: site().name, template: `%s · ${site().name}` },
  description: 'A self-hosted researcher network: public author profiles with sources, claims by proof, and invitations with consent.',
  applicationName: site().name,
});

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fcfbf8' },
    { media: '(prefers-color-scheme: dark)', color: '#131518' },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const account = await loadHeaderAccount();
  return (
    <html lang="en" className={faces} style={accentStyle(site().accent)}>
      <body>
        <SkipLink />
        <SiteHeader account={account} />
        <Announcements announcements={await loadAnnouncements()} />
        {children}
        <SiteFooter />
        <BottomBar />
      </body>
    </html>
  );
}
