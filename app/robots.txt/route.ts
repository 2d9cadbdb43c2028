import { textFile } from '#lib/http.ts';
import { loadRobots } from '#lib/sitemaps/loaders.ts';

export const GET = async (): Promise<Response> => textFile(await loadRobots(), 'text/plain');
