import { signInWithPasskey } from '#lib/auth/passkeys.ts';

export const POST = (request: Request): Promise<Response> => signInWithPasskey(request);
