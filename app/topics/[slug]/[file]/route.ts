import { contextFile } from '../../../citation-routes.ts';

export const GET = contextFile('topic');
