import { authorHistoryFeedRoute } from '../../../../feed-routes.ts';

export const GET = authorHistoryFeedRoute;
