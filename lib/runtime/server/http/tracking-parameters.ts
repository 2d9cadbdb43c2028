/** Parameters that mailing services and social networks add to links. No page reads them. */
const trackingName = /^(?:utm_[a-z_]+|(?:fb|g|d|y|tw)clid|msclkid|igshid|mc_[ce]id)$/;

/** Removes tracking parameters from a URL, so that it is the same for everybody. The rest of the URL is not changed. */
export function removeTrackingParameters(url: string): string {
  const [path = '', query] = url.split(/\?(.*)/s, 2);
  if (query === undefined) return url;
  const remaining = query.split('&').filter((pair) => !trackingName.test(pair.split('=', 1)[0] ?? ''));
  return remaining.length > 0 ? `${path}?${remaining.join('&')}` : path;
}
