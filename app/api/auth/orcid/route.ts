import { goToOrcid } from '#lib/auth/orcid.ts';

export const POST = (request: Request): Promise<Response> => goToOrcid(request);
