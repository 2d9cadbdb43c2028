import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type PageProps, pages } from 'static-pages';
import { SiteFrame } from '#components/frame/site-frame.tsx';
import { loadHeaderAccount } from '#lib/portal/me/loaders.ts';
import { loadAnnouncements } from '#lib/portal/operations/loaders.ts';
import { headTags } from '#lib/runtime/static-markup/head.ts';
import { FrameworkNeededError, PageNotFoundError, PageRedirectError, withPageContext } from '#lib/runtime/static-markup/page-context.ts';
import type { StaticPage, StaticPageRequest } from '#lib/runtime/static-markup/rendered-page.ts';
import { MissingPage, missingPageTitle } from './missing-page.tsx';
import { siteMetadata } from './site-metadata.ts';

/** Written by React for a form whose action is a function, which only works with Next. */
const frameworkAction = 'javascript:throw new Error(';

/**
 * Renders a page to static markup, without Next (docs/decisions/0062-static-markup.md). The build bundles this file
 * separately.
 *
 * @returns null if only Next can render the page
 */
export async function renderStaticPage({ route, params, query, path, headers }: StaticPageRequest): Promise<StaticPage | null> {
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
async function renderNotFound(): Promise<StaticPage> {
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
