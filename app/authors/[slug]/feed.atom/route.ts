import { authorFeed } from '../../../feed-routes.ts';

export const GET = authorFeed('feed.atom');
