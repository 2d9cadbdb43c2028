import { photoFile } from '#lib/portal/pages/loaders/photo.ts';

export const GET = async (request: Request, { params }: { params: Promise<{ slug: string }> }): Promise<Response> =>
  photoFile(request, (await params).slug);
