import { goToOrganisation } from '#lib/auth/federated.ts';

export const POST = (request: Request): Promise<Response> => goToOrganisation(request);
