import { confirmLink } from '#lib/auth/email.ts';

export const POST = (request: Request): Promise<Response> => confirmLink(request);
