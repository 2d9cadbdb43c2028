import { cookies, headers } from 'next/headers';
import { cache } from 'react';
import { recordViewerRead } from '#lib/platform/db/dependencies.ts';
import { env } from '#lib/platform/env.ts';
import { loadSecret } from '#lib/platform/keys/secret.ts';
import type { Actor } from './actor.ts';
import { pendingSignInCookie, sessionCookie } from './cookies.ts';
import { type PendingSignIn, readPendingSignIn } from './pending-sign-in.ts';
import { requestSession } from './request-session.ts';
import type { OpenSession } from './sessions.ts';

const readSession = cache(
  async (): Promise<OpenSession | null> => requestSession((await cookies()).get(sessionCookie(env().PUBLIC_URL))?.value, await headers()),
);

/** The open session of this request, read once for it. What is rendered from it is for this reader alone. */
export async function viewerSession(): Promise<OpenSession | null> {
  recordViewerRead();
  return readSession();
}

/** Who is reading, or null for a reader without an account. */
export const viewer = async (): Promise<Actor | null> => (await viewerSession())?.actor ?? null;

/** Who is reading, for a `ViewerSlot` of a page: everything else on the page is the same for all. */
export const slotViewer = async (): Promise<Actor | null> => (await readSession())?.actor ?? null;

/** The sign-in link that this browser has asked for and not yet used. */
export async function pendingSignIn(): Promise<PendingSignIn | null> {
  const { PUBLIC_URL, DATA_DIR, SECRET } = env();
  return readPendingSignIn((await cookies()).get(pendingSignInCookie(PUBLIC_URL))?.value, loadSecret(DATA_DIR, SECRET));
}
