import { askToComeBack } from '#lib/auth/recovery.ts';

export const POST = (request: Request): Promise<Response> => askToComeBack(request);
