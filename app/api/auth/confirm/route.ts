import type { NextRequest } from 'next/server';
import { confirmLink } from '#lib/auth/email.ts';

export const POST = (request: NextRequest): Promise<Response> => confirmLink(request);
