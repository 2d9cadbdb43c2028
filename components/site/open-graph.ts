import { siteName } from '#lib/platform/site.ts';
import { cardSize } from '#lib/portal/cards/model.ts';

/**
 * Returns the Open Graph data of a page (ogp.me): title, URL and image.
 * @param picture path of the image, if it is not below the path of the page
 */
export const openGraphOf = (title: string, path: string, type: 'profile' | 'article' | 'website', picture = `${path}/card.png`) => ({
  title,
  type,
  url: path,
  siteName: siteName(),
  images: [{ url: picture, ...cardSize, alt: title === siteName() ? title : `${title}, on ${siteName()}` }],
});
