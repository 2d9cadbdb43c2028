import { startToComeBack } from '#lib/auth/recovery.ts';

export const POST = (request: Request): Promise<Response> => startToComeBack(request);
