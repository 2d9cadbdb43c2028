import type { NextRequest } from 'next/server';
import { confirmLink } from '#lib/portal/sign-in/email.ts';

export const POST = (request: NextRequest): Promise<Response> => confirmLink(request);
