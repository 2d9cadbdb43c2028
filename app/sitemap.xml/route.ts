import { textFileResponse } from '#lib/platform/http/file-responses.ts';
import { loadSitemapIndex } from '#lib/portal/sitemaps/loaders.ts';

export const GET = async (request: Request): Promise<Response> =>
  textFileResponse(request, await loadSitemapIndex(), 'application/xml', { forRobots: true });
