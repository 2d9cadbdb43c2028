import { receiveArchive } from '#lib/portal/exports/loaders.ts';

export async function POST(request: Request): Promise<Response> {
  return new Response(null, { status: 303, headers: { Location: await receiveArchive(request), 'Cache-Control': 'no-store' } });
}
