import type { Metadata } from 'next';
import { ErrorPage } from '#components/site/error-page.tsx';

export const metadata: Metadata = { title: 'Something went wrong', robots: { index: false, follow: false } };

/** The fallback page that the HTTP server stores and sends if another page fails before its first byte. */
export default function TroublePage() {
  return <ErrorPage />;
}
