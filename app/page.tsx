import type { Metadata } from 'next';
import { Hero } from '#components/home/hero.tsx';
import { PeopleCards } from '#components/home/people-cards.tsx';
import { RecentImports } from '#components/home/recent-imports.tsx';
import { WhatYouCanDo } from '#components/home/what-you-can-do.tsx';
import { openGraphOf } from '#components/site/open-graph.ts';
import { OperatorText } from '#components/site/operator-text.tsx';
import { viewer } from '#lib/platform/auth/viewer.ts';
import { env } from '#lib/platform/env.ts';
import { site } from '#lib/platform/site.ts';
import { loadHome } from '#lib/portal/pages/loaders/authors.ts';
import FeedPage from './feed/page.tsx';

export const generateMetadata = (): Metadata => ({
  alternates: { canonical: '/' },
  openGraph: openGraphOf(site().name, '/', 'website', '/cards/home.png'),
});

interface Props {
  searchParams: Promise<{ after?: string | string[] }>;
}

/** The home page for visitors; the feed for a signed-in viewer. */
export default async function HomePage(props: Props) {
  if (await viewer()) return FeedPage(props);
  const home = await loadHome();
  const { homeText } = site();
  return (
    <main id="main" tabIndex={-1} className="pb-12 outline-none">
      <Hero home={home} />
      <div className="gutter mx-auto w-full max-w-frame">
        {homeText && (
          <section aria-label={`About ${site().name}`} className="pt-8">
            <OperatorText text={homeText} />
          </section>
        )}
        <WhatYouCanDo instant={home.hasRegistry ? 'institution' : env().ORCID_CLIENT_ID !== undefined ? 'orcid' : null} />
        <RecentImports home={home} />
        <PeopleCards home={home} />
      </div>
    </main>
  );
}
