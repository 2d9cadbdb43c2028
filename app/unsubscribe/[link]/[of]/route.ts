import { handleUnsubscribe } from '#lib/community/notifications/loaders.ts';

interface Context {
  params: Promise<{ link: string; of: string }>;
}

/** Unsubscribes by a signed link. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { link, of } = await params;
  return handleUnsubscribe(request, link, of);
}

/** Redirects people to a page with a button. A GET changes nothing, because mail scanners open links. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { link, of } = await params;
  return new Response(null, {
    status: 303,
    headers: { Location: `/unsubscribe?${new URLSearchParams({ link, of })}`, 'Cache-Control': 'no-store' },
  });
}
