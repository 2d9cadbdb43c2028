import { receivePhoto } from '#lib/portal/pages/loaders/photo.ts';
import type { PathProps } from '../../../../page-props.ts';

export async function POST(request: Request, { params }: PathProps<'slug'>): Promise<Response> {
  const location = await receivePhoto(request, (await params).slug);
  return new Response(null, { status: 303, headers: { Location: location, 'Cache-Control': 'no-store' } });
}
