import { siteCardRoute } from '../../card-routes.ts';

export const GET = siteCardRoute;
