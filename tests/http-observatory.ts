/**
 * Returns the score that Mozilla's HTTP Observatory (MDN, 2026) gives the headers of a response over HTTPS whose scripts are all of its own
 * origin. Cookies are ignored. A+ begins at 100.
 */
export function observatoryScore(headers: Headers): number {
  const rated = [policyPoints, framePoints, transportPoints, sniffPoints, referrerPoints, resourcePoints, sharingPoints].map((rate) =>
    rate(headers),
  );
  const sum = (points: readonly number[]) => points.reduce((total, each) => total + each, 0);
  const base = 100 + sum(rated.filter((points) => points < 0));
  // Bonus points count only from a base score of 90.
  return base < 90 ? base : base + sum(rated.filter((points) => points > 0));
}

export const aPlus = 100;

type Rate = (headers: Headers) => number;
const headerOf = (headers: Headers, name: string): string => headers.get(name)?.trim().toLowerCase() ?? '';

const directivesOf = (headers: Headers): ReadonlyMap<string, string[]> =>
  new Map(
    headerOf(headers, 'content-security-policy')
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .flatMap(([name = '', ...sources]) => (name === '' ? [] : [[name, sources]])),
  );
const isBroad = (source: string): boolean => /^(?:\*|(?:ftp|https?):(?:\/\/\*(?:\.\*)?)?)$/.test(source);
const isInline = (source: string): boolean => source === "'unsafe-inline'" || source === 'data:';

const policyPoints: Rate = (headers) => {
  const policy = directivesOf(headers);
  if (policy.size === 0) return -25;
  const fallback = policy.get('default-src') ?? ['*'];
  const [scripts = fallback, objects = fallback, styles = fallback] = ['script-src', 'object-src', 'style-src'].map((name) =>
    policy.get(name),
  );
  if (scripts.some((source) => isBroad(source) || isInline(source)) || objects.some(isBroad)) return -20;
  if ([...policy.values()].flat().some((source) => /^(?:http|ftp):/.test(source))) return -20;
  if ([...scripts, ...styles].includes("'unsafe-eval'")) return -10;
  if (styles.some((source) => isBroad(source) || isInline(source))) return 0;
  return fallback.join(' ') === "'none'" ? 10 : 5;
};

const framePoints: Rate = (headers) =>
  directivesOf(headers).has('frame-ancestors') ? 5 : /^(?:deny|sameorigin)$/.test(headerOf(headers, 'x-frame-options')) ? 0 : -20;

const halfAYear = 15_768_000;
const transportPoints: Rate = (headers) => {
  const [, seconds] = /max-age=(\d+)/.exec(headerOf(headers, 'strict-transport-security')) ?? [];
  return seconds === undefined ? -20 : Number(seconds) < halfAYear ? -10 : 0;
};

const sniffPoints: Rate = (headers) => (headerOf(headers, 'x-content-type-options') === 'nosniff' ? 0 : -5);

const referrerPoints: Rate = (headers) => {
  const policy = headerOf(headers, 'referrer-policy');
  return policy === '' ? 0 : /^(?:no-referrer|same-origin|strict-origin(?:-when-cross-origin)?)$/.test(policy) ? 5 : -5;
};

const resourcePoints: Rate = (headers) => {
  const policy = headerOf(headers, 'cross-origin-resource-policy');
  return /^same-(?:origin|site)$/.test(policy) ? 10 : policy === '' || policy === 'cross-origin' ? 0 : -5;
};

const sharingPoints: Rate = (headers) =>
  headers.has('access-control-allow-origin') && headerOf(headers, 'access-control-allow-credentials') === 'true' ? -50 : 0;
