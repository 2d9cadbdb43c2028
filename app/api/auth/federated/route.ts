import { goToOrganisation } from '#lib/portal/sign-in/federated.ts';

export const POST = (request: Request): Promise<Response> => goToOrganisation(request);
