import { servePhoto } from '#lib/portal/pages/loaders/photo.ts';

export const GET = async (request: Request, { params }: { params: Promise<{ slug: string }> }): Promise<Response> =>
  servePhoto(request, (await params).slug);
