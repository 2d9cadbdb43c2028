import { requestRecoveryLink } from '#lib/portal/sign-in/recovery.ts';

export const POST = (request: Request): Promise<Response> => requestRecoveryLink(request);
