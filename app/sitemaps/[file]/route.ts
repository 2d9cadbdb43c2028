import { noFileResponse, textFileResponse } from '#lib/platform/http/file-responses.ts';
import { loadSitemap } from '#lib/portal/sitemaps/loaders.ts';
import type { PathProps } from '../../page-props.ts';

export async function GET(request: Request, { params }: PathProps<'file'>): Promise<Response> {
  const page = await loadSitemap((await params).file);
  return page === null ? noFileResponse() : textFileResponse(request, page, 'application/xml', { forRobots: true });
}
