import { signOut } from '#lib/auth/email.ts';

export const POST = (request: Request): Promise<Response> => signOut(request);
