import { contextFileRoute } from '../../../citation-routes.ts';

export const GET = contextFileRoute('venue');
