const list = ['from', 'after'];
const context = ['people', 'works', 'year'];
const searched = ['q', 'kind', 'after', 'claim', 'topic', 'institution', 'from', 'to', 'type', 'source', 'venue', 'code'];
const works = ['after', 'from', 'to', 'type', 'source', 'category', 'venue', 'code', 'order', 'abstracts', 'select'];

/**
 * Routes whose response is cached because it is the same for every viewer without a session, with the parameters that they read. Requests
 * with other parameters are not cached. Dependencies of a response are recorded while it is rendered, not declared here.
 */
export const cacheableRoutes: Record<string, readonly string[]> = {
  '/': [],
  '/about': [],
  '/methods': [],
  '/authors': [...list, 'claimed'],
  '/authors/[slug]': works,
  '/authors/[slug]/coauthors': ['by', 'after'],
  '/authors/[slug]/topics': [],
  '/authors/[slug]/sources': [],
  '/authors/[slug]/trust': [],
  '/authors/[slug]/trust.json': [],
  '/authors/[slug]/feed.atom': [],
  '/authors/[slug]/feed.json': [],
  '/authors/[slug]/works/[file]': works,
  '/authors/[slug]/history/[file]': [],
  '/authors/[slug]/cv': [],
  '/authors/[slug]/cv/[file]': ['part', 'from', 'to', 'style'],
  '/authors/[slug]/badge.svg': [],
  '/authors/[slug]/ro-crate-metadata.json': [],
  '/works/[id]': [],
  '/works/[id]/[file]': [],
  '/works/[id]/history': [],
  '/works/[id]/history/[file]': [],
  '/topics': list,
  '/topics/[slug]': context,
  '/topics/[slug]/[file]': ['after', 'year'],
  '/venues': list,
  '/venues/[slug]': context,
  '/venues/[slug]/[file]': ['after', 'year'],
  '/institutions': list,
  '/institutions/[slug]': context,
  '/institutions/[slug]/[file]': ['after', 'year'],
  '/graph': [],
  '/graph/[slug]': ['steps', 'since', 'until', 'least'],
  '/graph/[slug]/[other]': [],
  '/graph/[slug]/slice.json': ['steps', 'since', 'until', 'least'],
  '/trust': [],
  '/trust/log': [],
  '/search': searched,
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
  const found = patterns.find(({ pattern }) => pattern.test(path));
  const isKnown = found && [...new URLSearchParams(query).keys()].every((name) => found.parameters.includes(name));
  return isKnown ? found.route : null;
}
