import { requestSignInLink } from '#lib/portal/sign-in/email.ts';

export const POST = (request: Request): Promise<Response> => requestSignInLink(request);
