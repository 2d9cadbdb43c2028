import { env } from '#lib/platform/env.ts';
import { invalidRequestResponse, missingFileResponse, textFileResponse } from '#lib/platform/http/file-responses.ts';
import { site } from '#lib/platform/site.ts';
import { cardSize } from '#lib/portal/cards/model.ts';
import { loadAuthor } from '#lib/portal/pages/loaders/authors.ts';
import { oembedProfile, oembedSlug } from '#lib/portal/pages/model/oembed.ts';

const file = 'oembed.json';

/** Parses a positive whole number of pixels; else null. */
const pixelsFrom = (text: string | null): number | null => (/^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : null);

/** Serves oEmbed 1.0, in JSON only. */
export async function GET(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const slug = oembedSlug(query.get('url') ?? '', env().PUBLIC_URL);
  // oEmbed requires 501 here, but logs and alerts would count it as a server error; the request is invalid.
  if ((query.get('format') ?? 'json') !== 'json') return invalidRequestResponse(file, 'Ask with format=json.');
  if (slug === null) return invalidRequestResponse(file, 'Give the address of a profile of this site as url.');
  const result = await loadAuthor(slug);
  const profile = result && 'redirect' in result ? await loadAuthor(result.redirect) : result;
  if (!profile || 'redirect' in profile) return missingFileResponse(file);
  const maxSize = { maxWidth: pixelsFrom(query.get('maxwidth')), maxHeight: pixelsFrom(query.get('maxheight')) };
  const embed = oembedProfile(profile, { base: env().PUBLIC_URL, site: site().name, pictureSize: cardSize }, maxSize);
  return textFileResponse(request, `${JSON.stringify(embed)}\n`, 'application/json');
}
