import type { NextRequest } from 'next/server';
import { confirmSignInLink } from '#lib/portal/sign-in/email.ts';

export const POST = (request: NextRequest): Promise<Response> => confirmSignInLink(request);
