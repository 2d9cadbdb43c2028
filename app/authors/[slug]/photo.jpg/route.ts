import { servePhoto } from '#lib/portal/pages/loaders/photo.ts';
import type { PathProps } from '../../../page-props.ts';

export const GET = async (request: Request, { params }: PathProps<'slug'>): Promise<Response> => servePhoto(request, (await params).slug);
