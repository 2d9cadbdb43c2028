import type { NextRequest } from 'next/server';
import { signInAsDemoPerson } from '#lib/portal/sign-in/demo.ts';

export const POST = (request: NextRequest): Promise<Response> => signInAsDemoPerson(request);
