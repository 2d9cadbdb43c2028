import { redirectToOrcid } from '#lib/portal/sign-in/orcid.ts';

export const POST = (request: Request): Promise<Response> => redirectToOrcid(request);
