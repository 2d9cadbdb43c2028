import { siteName } from '#lib/platform/site.ts';
import { cardSize } from '#lib/portal/cards/model.ts';

/**
 * What Open Graph's readers are told of a page (ogp.me): its title, address and picture.
 * @param picture path of the picture, where it is not below the page's own
 */
export const sharedAs = (title: string, path: string, type: 'profile' | 'article' | 'website', picture = `${path}/card.png`) => ({
  title,
  type,
  url: path,
  siteName: siteName(),
  images: [{ url: picture, ...cardSize, alt: title === siteName() ? title : `${title}, on ${siteName()}` }],
});
