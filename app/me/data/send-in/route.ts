import { receiveCopy } from '#lib/portal/exports/loaders.ts';

export async function POST(request: Request): Promise<Response> {
  return new Response(null, { status: 303, headers: { Location: await receiveCopy(request), 'Cache-Control': 'no-store' } });
}
