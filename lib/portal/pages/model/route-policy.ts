/**
 * What a route is, besides its code: whether it is cached, how it is drawn, where it waits, who may embed it. It is declared in `policy.ts`
 * beside `page.tsx` or `route.ts`, as `policy` for that route and as `policyBelow` for all routes in folders below. A route without a policy
 * is rendered by the framework for each request, and is not cached.
 */
export interface RoutePolicy {
  /** The response is the same for every viewer without a session, and is cached. */
  cached?: CachePolicy;
  /**
   * The viewers for whom the page has no client component that needs script, so that it is drawn without the framework. Cached pages are
   * drawn so for everybody.
   */
  drawnFor?: Audience | 'everybody' | 'nobody';
  /** Scripts of the framework are sent to viewers without a session too. */
  needsScript?: true;
  /** A script of the page besides that of all pages: `components/graph/explorer`, or `components/frame/live-script.tsx`. */
  script?: 'graph' | 'live';
  /** Where requests wait to be rendered, if not with other pages: files that take seconds, or share pictures. */
  queue?: 'slow' | 'pictures';
  /** Rendered in the process of the server: a GET has a side effect, and must not be tried twice. */
  hasSideEffect?: true;
  /** A download, sent as a stream from the process of the server. */
  isStreamed?: true;
  /** Works are also available as citation files, by content negotiation (RFC 9110, section 12.5.1): the path of the files below the page. */
  citationFiles?: '' | '/works';
  /** Other sites may embed the response, or these files of a route that ends with a file name. HTML may be framed. */
  embeddable?: true | readonly string[];
  /** Other sites may show the response as a picture. */
  isShownElsewhere?: true;
  /** What a link from the page tells other sites, if not their origin alone: nothing, or nothing except on this site. */
  referrer?: 'no-referrer' | 'same-origin';
  /** A form may carry a file, if the request has a session. */
  acceptsUpload?: true;
  /** A form may come from a page of another site, or from a mail program. */
  acceptsCrossSite?: true;
  /** Drawn before the first request: as page for faults, or to load the code of pages. */
  preload?: 'fault' | 'code';
}

export type Audience = 'visitor' | 'member';

interface CachePolicy {
  /** Query parameters that the response depends on. A request with any other is not cached. */
  by: readonly string[];
  /** Stored in files too: there are many such pages, and they depend on the database only. */
  inFiles?: true;
}
