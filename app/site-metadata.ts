import type { Metadata } from 'next';
import { env } from '#lib/platform/env.ts';
import { site } from '#lib/platform/site.ts';

/** The default metadata of all pages. */
export const siteMetadata = (): Metadata => ({
  metadataBase: new URL(env().PUBLIC_URL),
  title: { default: site().name, template: `%s · ${site().name}` },
  description: 'A self-hosted researcher network: public author profiles with sources, claims by proof, and invitations with consent.',
  applicationName: site().name,
  manifest: '/site.webmanifest',
});
