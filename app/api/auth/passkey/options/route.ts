import { passkeyOptions } from '#lib/auth/passkeys.ts';

export const POST = (request: Request): Promise<Response> => passkeyOptions(request);
