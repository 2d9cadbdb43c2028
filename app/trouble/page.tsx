import type { Metadata } from 'next';
import { Trouble } from '#components/site/trouble.tsx';

export const metadata: Metadata = { title: 'Something went wrong', robots: { index: false, follow: false } };

/** The page that the front keeps at hand for when another one fails before a word of it was written. */
export default function TroublePage() {
  return <Trouble />;
}
