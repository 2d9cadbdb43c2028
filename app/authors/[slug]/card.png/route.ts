import { card } from '#components/cards/card.tsx';
import { authorPicture } from '#lib/cards/loaders.ts';

export const GET = async (_: Request, { params }: { params: Promise<{ slug: string }> }): Promise<Response> =>
  authorPicture((await params).slug, card);
