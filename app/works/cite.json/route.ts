import { selectionFileRoute } from '../selection.ts';

export const GET = selectionFileRoute('cite.json');
