import { cookies } from 'next/headers';
import { cache } from 'react';
import { reader } from '../db/store.ts';
import { env } from '../env.ts';
import type { Actor } from './actor.ts';
import { type Asked, askedCookie, readAsked, sessionCookie } from './cookies.ts';
import { type OpenSession, openSession } from './sessions.ts';

/** The open session of this request, read once for it. */
export const viewerSession = cache(async (): Promise<OpenSession | null> => {
  const jar = await cookies();
  return openSession(reader(), jar.get(sessionCookie(env().PUBLIC_URL))?.value);
});

/** Who is reading, or null for a reader without an account. */
export const viewer = async (): Promise<Actor | null> => (await viewerSession())?.actor ?? null;

/** The sign-in link that this browser has asked for and not yet used. */
export const askedSignIn = async (): Promise<Asked | null> => readAsked((await cookies()).get(askedCookie(env().PUBLIC_URL))?.value);
