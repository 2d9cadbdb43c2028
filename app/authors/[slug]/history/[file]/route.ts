import { authorHistoryFeed } from '../../../../feed-routes.ts';

export const GET = authorHistoryFeed;
