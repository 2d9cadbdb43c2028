/** What mailers and social sites add to the links of others. No page reads it. */
const tracking = /^(?:utm_[a-z_]+|(?:fb|g|d|y|tw)clid|msclkid|igshid|mc_[ce]id)$/;

/** An address without tracking parameters, so that it names the same page for everybody. All else of it is as it was. */
export function withoutTracking(url: string): string {
  const [path = '', query] = url.split(/\?(.*)/s, 2);
  if (query === undefined) return url;
  const kept = query.split('&').filter((pair) => !tracking.test(pair.split('=', 1)[0] ?? ''));
  return kept.length > 0 ? `${path}?${kept.join('&')}` : path;
}
