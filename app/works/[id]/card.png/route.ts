import { renderCard } from '#components/cards/card.tsx';
import { serveWorkCard } from '#lib/portal/cards/loaders/pictures.ts';
import type { PathProps } from '../../../page-props.ts';

export const GET = async (request: Request, { params }: PathProps<'id'>): Promise<Response> =>
  serveWorkCard(request, (await params).id, renderCard);
