import { card } from '#components/cards/card.tsx';
import { workPicture } from '#lib/cards/loaders.ts';

export const GET = async (_: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> =>
  workPicture((await params).id, card);
