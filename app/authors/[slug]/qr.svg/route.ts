import { renderSVG } from 'uqr';
import { env } from '#lib/platform/env.ts';
import { movedResponse, noFileResponse, textFileResponse } from '#lib/platform/http/file-responses.ts';
import { loadAuthor } from '#lib/portal/pages/loaders/authors.ts';
import type { PathProps } from '../../../page-props.ts';

/** The permanent address of a profile as a QR code (ISO/IEC 18004), for a poster or a slide. */
export async function GET(request: Request, { params }: PathProps<'slug'>): Promise<Response> {
  const result = await loadAuthor((await params).slug);
  if (result === null) return noFileResponse();
  if ('redirect' in result) return movedResponse(`/authors/${result.redirect}/qr.svg`);
  return textFileResponse(request, renderSVG(`${env().PUBLIC_URL}/authors/${result.id}`), 'image/svg+xml');
}
