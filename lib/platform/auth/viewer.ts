import { cookies, headers } from 'next/headers';
import { cache } from 'react';
import { reader, transact } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { sealedNetwork } from '#lib/platform/keys/seal.ts';
import { loadSecret } from '#lib/platform/keys/secret.ts';
import { log } from '#lib/platform/log/log.ts';
import { type Actor, mintActor } from './actor.ts';
import { type PendingSignIn, pendingSignInCookie, readPendingSignIn, sessionCookie } from './cookies.ts';
import { describeDevice } from './devices.ts';
import { isToNote, noteSession, type OpenSession, openSession } from './sessions.ts';

/** The same session without its passkey where the request comes from another network than the sign-in: decisions and administration then need a new sign-in. */
async function inContext(session: OpenSession): Promise<OpenSession> {
  const { actor } = session;
  if (actor.passkeyAt === null || actor.network === null) return session;
  const { DATA_DIR, SECRET } = env();
  const isSame = sealedNetwork(await headers(), loadSecret(DATA_DIR, SECRET)) === actor.network;
  return isSame ? session : { ...session, actor: mintActor({ ...actor, passkeyAt: null }) };
}

/** The open session of this request, read once for it. */
export const viewerSession = cache(async (): Promise<OpenSession | null> => {
  const token = (await cookies()).get(sessionCookie(env().PUBLIC_URL))?.value;
  const session = await openSession(reader(), token);
  if (session && token && isToNote(session)) {
    const device = describeDevice((await headers()).get('user-agent'));
    // A page is readable also where the note cannot be written (a full disk, a locked database).
    await transact((tx) => noteSession(tx, token, session, device)).catch((error: unknown) =>
      log.warn({ error: String(error) }, 'a session could not be noted'),
    );
  }
  return session && inContext(session);
});

/** Who is reading, or null for a reader without an account. */
export const viewer = async (): Promise<Actor | null> => (await viewerSession())?.actor ?? null;

/** The sign-in link that this browser has asked for and not yet used. */
export const pendingSignIn = async (): Promise<PendingSignIn | null> =>
  readPendingSignIn((await cookies()).get(pendingSignInCookie(env().PUBLIC_URL))?.value);
