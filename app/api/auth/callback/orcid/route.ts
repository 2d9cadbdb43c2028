import type { NextRequest } from 'next/server';
import { finishOrcid } from '#lib/portal/sign-in/orcid.ts';

export const GET = (request: NextRequest): Promise<Response> => finishOrcid(request);
