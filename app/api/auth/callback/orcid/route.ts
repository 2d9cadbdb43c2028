import type { NextRequest } from 'next/server';
import { backFromOrcid } from '#lib/portal/sign-in/orcid.ts';

export const GET = (request: NextRequest): Promise<Response> => backFromOrcid(request);
