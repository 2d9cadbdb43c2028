import { contextCardRoute } from '../../../card-routes.ts';

export const GET = contextCardRoute('topic');
