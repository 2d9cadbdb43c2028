import type { NextRequest } from 'next/server';
import { continueAs } from '#lib/portal/sign-in/demo.ts';

export const POST = (request: NextRequest): Promise<Response> => continueAs(request);
