import { askForLink } from '#lib/auth/email.ts';

export const POST = (request: Request): Promise<Response> => askForLink(request);
