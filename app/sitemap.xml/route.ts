import { textFile } from '#lib/http.ts';
import { loadSitemapIndex } from '#lib/sitemaps/loaders.ts';

export const GET = async (): Promise<Response> => textFile(await loadSitemapIndex(), 'application/xml');
