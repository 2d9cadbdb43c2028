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

/** Returns the open session of this request, read once. Content rendered from it is for this viewer only. */
export async function viewerSession(): Promise<OpenSession | null> {
  recordViewerRead();
  return readSession();
}

/** Returns the actor of the viewer; null without an account. */
export const viewer = async (): Promise<Actor | null> => (await viewerSession())?.actor ?? null;

/** Returns the actor of the viewer for a `ViewerSlot`; the rest of the page is equal for all viewers. */
export const slotViewer = async (): Promise<Actor | null> => (await readSession())?.actor ?? null;

/** Returns the unused sign-in link that this browser has requested. */
export async function pendingSignIn(): Promise<PendingSignIn | null> {
  const { PUBLIC_URL, DATA_DIR, SECRET } = env();
  return readPendingSignIn((await cookies()).get(pendingSignInCookie(PUBLIC_URL))?.value, loadSecret(DATA_DIR, SECRET));
}
