/** The default path after signing in. */
const defaultPath = '/me';
const maxPathCharacters = 512;
/** A base that no real URL has, so that a URL that leaves it is detected. */
const placeholderOrigin = 'http://nowhere.invalid';

/** Returns true for characters that browsers reinterpret: a backslash becomes a slash, and tabs and line ends are dropped. */
const isReinterpreted = (character: string): boolean => character === '\\' || character < ' ' || character === '\u007f';

/**
 * Returns a path of this site, or the fallback. Rejects URLs that a browser could read as another site (`//evil`, `/\evil`, `https:evil`,
 * `/.//evil`, control characters), paths under /api and the sign-out path.
 */
export function safePath(requested: unknown, fallback: string = defaultPath): string {
  if (typeof requested !== 'string' || requested.length > maxPathCharacters || !requested.startsWith('/')) return fallback;
  if ([...requested].some(isReinterpreted) || !URL.canParse(requested, placeholderOrigin)) return fallback;
  const url = new URL(requested, placeholderOrigin);
  const path = url.pathname + url.search + url.hash;
  return url.origin === placeholderOrigin && !path.startsWith('//') && !/^\/(api|sign-out)(\/|$)/i.test(url.pathname) ? path : fallback;
}
