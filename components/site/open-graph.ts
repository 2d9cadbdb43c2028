import { siteName } from '#lib/platform/site.ts';
import { cardSize } from '#lib/portal/cards/model.ts';

/** What Open Graph's readers are told of a page (ogp.me): its title, address and picture. */
export const sharedAs = (title: string, path: string, type: 'profile' | 'article') => ({
  title,
  type,
  url: path,
  siteName: siteName(),
  images: [{ url: `${path}/card.png`, ...cardSize, alt: `${title}, on ${siteName()}` }],
});
