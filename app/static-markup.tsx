import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { SiteFrame } from '#components/site/site-frame.tsx';
import { loadHeaderAccount } from '#lib/portal/me/loaders.ts';
import { loadAnnouncements } from '#lib/portal/operations/loaders.ts';
import { headTags } from '#lib/runtime/static-markup/head.ts';
import { FrameworkNeededError, PageNotFoundError, PageRedirectError, withPageContext } from '#lib/runtime/static-markup/page-context.ts';
import type { PageAnswer, PageRequest } from '#lib/runtime/static-markup/rendered-page.ts';
import * as about from './about/page.tsx';
import * as coauthors from './authors/[slug]/coauthors/page.tsx';
import * as correct from './authors/[slug]/correct/page.tsx';
import * as cv from './authors/[slug]/cv/page.tsx';
import * as fix from './authors/[slug]/fix/page.tsx';
import * as authorHistory from './authors/[slug]/history/page.tsx';
import * as merge from './authors/[slug]/merge/page.tsx';
import * as author from './authors/[slug]/page.tsx';
import * as sources from './authors/[slug]/sources/page.tsx';
import * as authorTopics from './authors/[slug]/topics/page.tsx';
import * as authorTrust from './authors/[slug]/trust/page.tsx';
import * as authors from './authors/page.tsx';
import * as claim from './claim/[slug]/page.tsx';
import * as data from './data/page.tsx';
import * as feed from './feed/page.tsx';
import * as path from './graph/[slug]/[other]/page.tsx';
import * as graph from './graph/[slug]/page.tsx';
import * as graphs from './graph/page.tsx';
import * as imprint from './imprint/page.tsx';
import * as institution from './institutions/[slug]/page.tsx';
import * as institutions from './institutions/page.tsx';
import * as invite from './invite/[slug]/page.tsx';
import * as saved from './me/saved/page.tsx';
import * as methods from './methods/page.tsx';
import { MissingPage, missingPageTitle } from './missing-page.tsx';
import * as home from './page.tsx';
import * as privacy from './privacy/page.tsx';
import * as search from './search/page.tsx';
import * as signIn from './sign-in/page.tsx';
import { siteMetadata } from './site-metadata.ts';
import * as topic from './topics/[slug]/page.tsx';
import * as topics from './topics/page.tsx';
import * as log from './trust/log/page.tsx';
import * as trust from './trust/page.tsx';
import * as venue from './venues/[slug]/page.tsx';
import * as venues from './venues/page.tsx';
import * as workHistory from './works/[id]/history/page.tsx';
import * as work from './works/[id]/page.tsx';

/** The exports of a page file of the App Router. */
interface PageModule {
  default(props: PageProps): ReactNode | Promise<ReactNode>;
  metadata?: Metadata;
  generateMetadata?(props: PageProps): Metadata | Promise<Metadata>;
}

interface PageProps {
  params: Promise<never>;
  searchParams: Promise<never>;
}

const pages: Readonly<Record<string, PageModule>> = {
  '/': home,
  '/about': about,
  '/data': data,
  '/methods': methods,
  '/authors': authors,
  '/authors/[slug]': author,
  '/authors/[slug]/coauthors': coauthors,
  '/authors/[slug]/topics': authorTopics,
  '/authors/[slug]/sources': sources,
  '/authors/[slug]/trust': authorTrust,
  '/authors/[slug]/cv': cv,
  '/authors/[slug]/correct': correct,
  '/authors/[slug]/fix': fix,
  '/authors/[slug]/history': authorHistory,
  '/authors/[slug]/merge': merge,
  '/claim/[slug]': claim,
  '/feed': feed,
  '/imprint': imprint,
  '/invite/[slug]': invite,
  '/me/saved': saved,
  '/privacy': privacy,
  '/sign-in': signIn,
  '/works/[id]': work,
  '/works/[id]/history': workHistory,
  '/topics': topics,
  '/topics/[slug]': topic,
  '/venues': venues,
  '/venues/[slug]': venue,
  '/institutions': institutions,
  '/institutions/[slug]': institution,
  '/graph': graphs,
  '/graph/[slug]': graph,
  '/graph/[slug]/[other]': path,
  '/trust': trust,
  '/trust/log': log,
  '/search': search,
};

/** Written by React for a form whose action is a function, which only works with Next. */
const frameworkAction = 'javascript:throw new Error(';

/**
 * Renders a page to static markup, without Next (docs/decisions/0062-static-markup.md). The build bundles this file
 * separately.
 *
 * @returns null if only Next can render the page
 */
export async function renderStaticPage({ route, params, query, path, headers }: PageRequest): Promise<PageAnswer | null> {
  const page = pages[route];
  if (!page) return null;
  const props = { params: Promise.resolve(params), searchParams: Promise.resolve(query) } as unknown as PageProps;
  return withPageContext({ path, headers }, async () => {
    try {
      const metadata = page.metadata ?? (await page.generateMetadata?.(props)) ?? {};
      const body = await renderInFrame(await page.default(props));
      return body.includes(frameworkAction) ? null : { status: 200, head: headTags(siteMetadata(), metadata), body };
    } catch (error) {
      if (error instanceof FrameworkNeededError) return null;
      if (error instanceof PageRedirectError) return { status: error.status, location: error.location };
      if (error instanceof PageNotFoundError) return renderNotFound();
      throw error;
    }
  });
}

/** Renders the page for missing pages, to which Next.js adds `noindex`. */
async function renderNotFound(): Promise<PageAnswer> {
  const metadata = { title: missingPageTitle, robots: { index: false } };
  return { status: 404, head: headTags(siteMetadata(), metadata), body: await renderInFrame(<MissingPage />) };
}

async function renderInFrame(content: ReactNode): Promise<string> {
  const [account, announcements] = [await loadHeaderAccount(), await loadAnnouncements()];
  return renderToStaticMarkup(
    <SiteFrame account={account} announcements={announcements}>
      {content}
    </SiteFrame>,
  );
}
