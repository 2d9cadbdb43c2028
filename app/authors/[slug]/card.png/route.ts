import { renderCard } from '#components/cards/card.tsx';
import { serveAuthorCard } from '#lib/portal/cards/loaders/pictures.ts';
import type { PathProps } from '../../../page-props.ts';

export const GET = async (request: Request, { params }: PathProps<'slug'>): Promise<Response> =>
  serveAuthorCard(request, (await params).slug, renderCard);
