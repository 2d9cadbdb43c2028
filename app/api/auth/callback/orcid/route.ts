import { backFromOrcid } from '#lib/auth/orcid.ts';

export const GET = (request: Request): Promise<Response> => backFromOrcid(request);
