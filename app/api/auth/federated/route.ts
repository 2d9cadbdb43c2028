import { redirectToOrganisation } from '#lib/portal/sign-in/federated.ts';

export const POST = (request: Request): Promise<Response> => redirectToOrganisation(request);
