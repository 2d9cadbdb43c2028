import { env } from '#lib/platform/env.ts';
import { invalidRequest, missingFile, textFile } from '#lib/platform/http/file-responses.ts';
import { site } from '#lib/platform/site.ts';
import { loadAuthor } from '#lib/portal/pages/loaders/authors.ts';
import { embeddedProfile, embeddedSlug } from '#lib/portal/pages/model/oembed.ts';

const file = 'oembed.json';

/** A whole number of pixels, or null. */
const widthFrom = (text: string | null): number | null => (/^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : null);

/** oEmbed 1.0, JSON alone. */
export async function GET(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const slug = embeddedSlug(query.get('url') ?? '', env().PUBLIC_URL);
  // oEmbed asks for 501 here, which is an error of ours in logs and alerts; the request is what is wrong.
  if ((query.get('format') ?? 'json') !== 'json') return invalidRequest(file, 'Ask with format=json.');
  if (slug === null) return invalidRequest(file, 'Give the address of a profile of this site as url.');
  const found = await loadAuthor(slug);
  const shown = found && 'redirect' in found ? await loadAuthor(found.redirect) : found;
  if (!shown || 'redirect' in shown) return missingFile(file);
  const answer = embeddedProfile(shown.view, { base: env().PUBLIC_URL, site: site().name }, widthFrom(query.get('maxwidth')));
  return textFile(request, `${JSON.stringify(answer)}\n`, 'application/json');
}
