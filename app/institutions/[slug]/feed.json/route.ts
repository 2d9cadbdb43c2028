import { type FeedContext, jsonAnswer } from '../../../feed-routes.ts';

export const GET = (request: Request, context: FeedContext): Promise<Response> => jsonAnswer('institution', request, context);
