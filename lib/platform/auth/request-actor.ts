import type { IncomingHttpHeaders } from 'node:http';
import { env } from '#lib/platform/env.ts';
import type { Actor } from './actor.ts';
import { cookiesOf, sessionCookie } from './cookies.ts';
import { requestSession } from './request-session.ts';

/** Who asks, for what is answered before the pages' framework. From Node's headers: these are cleared of what a client may not say. */
export async function requestActor(headers: IncomingHttpHeaders): Promise<Actor | null> {
  const token = cookiesOf(headers.cookie ?? null)[sessionCookie(env().PUBLIC_URL)];
  return (await requestSession(token, { get: (name) => headers[name]?.toString() ?? null }))?.actor ?? null;
}
