import { backFromOrcid } from '#lib/portal/sign-in/orcid.ts';

export const GET = (request: Request): Promise<Response> => backFromOrcid(request);
