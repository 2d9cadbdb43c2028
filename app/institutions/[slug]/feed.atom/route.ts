import { atomAnswer, type FeedContext } from '../../../feed-routes.ts';

export const GET = (request: Request, context: FeedContext): Promise<Response> => atomAnswer('institution', request, context);
