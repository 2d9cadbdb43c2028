import { selectionFile } from '../selection.ts';

export const GET = selectionFile('cite.bib');
