import { authorFeedRoute } from '../../../feed-routes.ts';

export const GET = authorFeedRoute('feed.atom');
