import { contextFeed } from '../../../feed-routes.ts';

export const GET = contextFeed('venue');
