import './globals.css';
import type { Viewport } from 'next';
import type { ReactNode } from 'react';
import { SiteFrame } from '#components/frame/site-frame.tsx';
import { accentStyle } from '#components/site/accent.ts';
import { site } from '#lib/platform/site.ts';
import { loadHeaderAccount } from '#lib/portal/me/loaders.ts';
import { loadAnnouncements } from '#lib/portal/operations/loaders.ts';
import { fontFaces } from './fonts/faces.ts';
import { siteMetadata } from './site-metadata.ts';

/** Every page is rendered from the database when asked for, never at build time. */
export const dynamic = 'force-dynamic';

export const generateMetadata = siteMetadata;

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
    <html lang="en" className={fontFaces} style={accentStyle(site().accent)}>
      <body>
        <SiteFrame account={account} announcements={await loadAnnouncements()}>
          {children}
        </SiteFrame>
      </body>
    </html>
  );
}
