import { textFile } from '#lib/http.ts';
import { loadSitemapIndex } from '#lib/sitemaps/loaders.ts';

export const GET = async (request: Request): Promise<Response> =>
  textFile(request, await loadSitemapIndex(), 'application/xml', { forRobots: true });
