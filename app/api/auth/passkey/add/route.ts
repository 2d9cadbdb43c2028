import { addOnePasskey } from '#lib/auth/passkeys.ts';

export const POST = (request: Request): Promise<Response> => addOnePasskey(request);
