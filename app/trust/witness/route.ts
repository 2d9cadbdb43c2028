import { acceptHead } from '#lib/portal/pages/loaders/witness.ts';

/** Receives a head of another instance's log to witness. */
export const POST = (request: Request): Promise<Response> => acceptHead(request);
