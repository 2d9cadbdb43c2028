import { acceptHead } from '#lib/portal/pages/loaders/witness.ts';

/** Where another instance posts a head of its log, to have it witnessed. */
export const POST = (request: Request): Promise<Response> => acceptHead(request);
