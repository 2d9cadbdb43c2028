import { confirmOwnAddress } from '#lib/auth/recovery.ts';

export const POST = (request: Request): Promise<Response> => confirmOwnAddress(request);
