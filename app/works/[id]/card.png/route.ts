import { renderCard } from '#components/cards/card.tsx';
import { workPicture } from '#lib/portal/cards/loaders/pictures.ts';

export const GET = async (request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> =>
  workPicture(request, (await params).id, renderCard);
