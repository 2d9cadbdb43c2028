import { comeBack } from '#lib/auth/recovery.ts';

export const POST = (request: Request): Promise<Response> => comeBack(request);
