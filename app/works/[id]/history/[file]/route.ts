import { workHistoryFeedRoute } from '../../../../feed-routes.ts';

export const GET = workHistoryFeedRoute;
