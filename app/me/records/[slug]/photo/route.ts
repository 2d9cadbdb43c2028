import { receivePhoto } from '#lib/portal/pages/loaders/photo.ts';

export async function POST(request: Request, { params }: { params: Promise<{ slug: string }> }): Promise<Response> {
  const location = await receivePhoto(request, (await params).slug);
  return new Response(null, { status: 303, headers: { Location: location, 'Cache-Control': 'no-store' } });
}
