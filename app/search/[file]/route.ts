import { searchFileRoute } from '../../citation-routes.ts';

export const GET = searchFileRoute;
