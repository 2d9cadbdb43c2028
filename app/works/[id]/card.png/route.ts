import { renderCard } from '#components/cards/card.tsx';
import { serveWorkCard } from '#lib/portal/cards/loaders/pictures.ts';

export const GET = async (request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> =>
  serveWorkCard(request, (await params).id, renderCard);
