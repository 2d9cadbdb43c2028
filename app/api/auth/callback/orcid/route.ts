import type { NextRequest } from 'next/server';
import { finishOrcidLogin } from '#lib/portal/sign-in/orcid.ts';

export const GET = (request: NextRequest): Promise<Response> => finishOrcidLogin(request);
