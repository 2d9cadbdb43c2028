const listParams = ['from', 'after'];
const contextParams = ['people', 'works', 'year'];
const searchParams = ['q', 'kind', 'after', 'claim', 'topic', 'institution', 'from', 'to', 'type', 'source', 'venue', 'code'];
const worksParams = ['after', 'from', 'to', 'type', 'source', 'category', 'venue', 'code', 'order', 'abstracts', 'select'];

/**
 * Routes whose response is cached because it is the same for every viewer without a session, with the parameters that they read. Requests
 * with other parameters are not cached. Dependencies of a response are recorded while it is rendered, not declared here.
 */
export const cacheableRoutes: Record<string, readonly string[]> = {
  '/': [],
  '/about': [],
  '/data': [],
  '/methods': [],
  '/authors': [...listParams, 'claimed'],
  '/authors/[slug]': worksParams,
  '/authors/[slug]/coauthors': ['by', 'after'],
  '/authors/[slug]/topics': [],
  '/authors/[slug]/sources': [],
  '/authors/[slug]/trust': [],
  '/authors/[slug]/trust.json': [],
  '/authors/[slug]/feed.atom': [],
  '/authors/[slug]/feed.json': [],
  '/authors/[slug]/works/[file]': worksParams,
  '/authors/[slug]/history/[file]': [],
  '/authors/[slug]/cv': [],
  '/authors/[slug]/cv/[file]': ['part', 'from', 'to', 'style'],
  '/authors/[slug]/badge.svg': [],
  '/authors/[slug]/ro-crate-metadata.json': [],
  '/works/[id]': [],
  '/works/[id]/[file]': [],
  '/works/[id]/history': [],
  '/works/[id]/history/[file]': [],
  '/topics': listParams,
  '/topics/[slug]': contextParams,
  '/topics/[slug]/[file]': ['after', 'year'],
  '/venues': listParams,
  '/venues/[slug]': contextParams,
  '/venues/[slug]/[file]': ['after', 'year'],
  '/institutions': listParams,
  '/institutions/[slug]': contextParams,
  '/institutions/[slug]/[file]': ['after', 'year'],
  '/graph': [],
  '/graph/[slug]': ['steps', 'since', 'until', 'least'],
  '/graph/[slug]/[other]': [],
  '/graph/[slug]/slice.json': ['steps', 'since', 'until', 'least'],
  '/trust': [],
  '/trust/log': [],
  '/search': searchParams,
};

const patterns = Object.entries(cacheableRoutes)
  // Routes with a literal file name are matched before those with a parameter.
  .sort(([one], [other]) => one.split('[').length - other.split('[').length)
  .map(([route, parameters]) => ({
    route,
    // A file name has an extension; pages beside it are other routes.
    pattern: new RegExp(
      `^${route
        .replaceAll('.', '\\.')
        .replace('[file]', '[^/]+\\.[^/]+')
        .replace(/\[(?:slug|id|other)\]/g, '[^/]+')}$`,
    ),
    parameters,
  }));

/** Returns the cacheable route of a URL, or null. */
export function cacheableRoute(url: string): string | null {
  const [path = '/', query = ''] = url.split('?', 2);
  // A path with dot segments or encoded slashes may resolve to another page.
  if (/\.\.|%2e|\\|%5c|%2f/i.test(path)) return null;
  const route = patterns.find(({ pattern }) => pattern.test(path));
  const isKnown = route && [...new URLSearchParams(query).keys()].every((name) => route.parameters.includes(name));
  return isKnown ? route.route : null;
}
