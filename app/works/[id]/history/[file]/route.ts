import { workHistoryFeed } from '../../../../feed-routes.ts';

export const GET = workHistoryFeed;
