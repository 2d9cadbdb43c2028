/** Where a person is led after signing in, when nothing else was asked for. */
const home = '/me';
const maxPath = 512;
/** A base that no real address shares, so that anything which leaves it is seen. */
const nowhere = 'http://nowhere.invalid';

/** Browsers read a backslash as a slash, and drop tabs and line ends. */
const misleads = (character: string): boolean => character === '\\' || character < ' ' || character === '\u007f';

/**
 * A path of this site, or the default: never an address that a browser could read as another site
 * (`//evil`, `/\evil`, `https:evil`, `/.//evil`, control characters), and never a path under /api or the one that signs out.
 */
export function safePath(wanted: unknown, fallback: string = home): string {
  if (typeof wanted !== 'string' || wanted.length > maxPath || !wanted.startsWith('/')) return fallback;
  if ([...wanted].some(misleads) || !URL.canParse(wanted, nowhere)) return fallback;
  const url = new URL(wanted, nowhere);
  const path = url.pathname + url.search + url.hash;
  return url.origin === nowhere && !path.startsWith('//') && !/^\/(api|sign-out)(\/|$)/i.test(url.pathname) ? path : fallback;
}
