import type { Metadata } from 'next';
import { LastingTitle } from '#components/live/lasting-title.tsx';
import { siteName } from '#lib/platform/site.ts';
import { MissingPage, missingPageTitle } from './missing-page.tsx';

export const metadata: Metadata = { title: missingPageTitle };

export default function NotFound() {
  return (
    <>
      <LastingTitle title={`${missingPageTitle} · ${siteName()}`} />
      <MissingPage />
    </>
  );
}
