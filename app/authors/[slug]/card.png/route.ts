import { renderCard } from '#components/cards/card.tsx';
import { serveAuthorCard } from '#lib/portal/cards/loaders/pictures.ts';

export const GET = async (request: Request, { params }: { params: Promise<{ slug: string }> }): Promise<Response> =>
  serveAuthorCard(request, (await params).slug, renderCard);
