import { textFileResponse } from '#lib/platform/http/file-responses.ts';
import { loadRobots } from '#lib/portal/sitemaps/loaders.ts';

export const GET = async (request: Request): Promise<Response> =>
  textFileResponse(request, await loadRobots(), 'text/plain', { forRobots: true });
