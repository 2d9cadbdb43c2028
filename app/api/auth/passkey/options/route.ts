import { passkeyOptions } from '#lib/portal/sign-in/passkeys.ts';

export const POST = (request: Request): Promise<Response> => passkeyOptions(request);
