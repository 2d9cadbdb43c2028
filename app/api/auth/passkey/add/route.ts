import { registerPasskey } from '#lib/portal/sign-in/passkeys.ts';

export const POST = (request: Request): Promise<Response> => registerPasskey(request);
