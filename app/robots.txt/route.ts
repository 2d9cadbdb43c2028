import { textFile } from '#lib/http.ts';
import { loadRobots } from '#lib/sitemaps/loaders.ts';

export const GET = async (request: Request): Promise<Response> => textFile(request, await loadRobots(), 'text/plain', { forRobots: true });
