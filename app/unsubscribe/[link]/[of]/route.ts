import { answerUnsubscribe } from '#lib/community/notifications/loaders.ts';

interface Context {
  params: Promise<{ link: string; of: string }>;
}

/** Ends what the link names. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { link, of } = await params;
  return answerUnsubscribe(request, link, of);
}

/** Programs that look at links end nothing: people are led to a page with a button. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { link, of } = await params;
  return new Response(null, {
    status: 303,
    headers: { Location: `/unsubscribe?${new URLSearchParams({ link, of })}`, 'Cache-Control': 'no-store' },
  });
}
