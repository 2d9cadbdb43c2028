import { atomAnswer, type FeedContext } from '../../../feed-routes.ts';

export const GET = (request: Request, context: FeedContext): Promise<Response> => atomAnswer('topic', request, context);
