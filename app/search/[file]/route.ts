import { searchFile } from '../../citation-routes.ts';

export const GET = searchFile;
