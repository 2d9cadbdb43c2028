import { edgeCardRoute } from '../../../../card-routes.ts';

export const GET = edgeCardRoute;
