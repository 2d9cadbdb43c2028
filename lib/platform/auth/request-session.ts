import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { reader, transact } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import type { ReadableHeaders } from '#lib/platform/http/network.ts';
import { sealedNetwork } from '#lib/platform/keys/seal.ts';
import { loadSecret } from '#lib/platform/keys/secret.ts';
import { faultText } from '#lib/platform/log/fault-text.ts';
import { log } from '#lib/platform/log/log.ts';
import { type Actor, mintActor } from './actor.ts';
import { cookiesOf, sessionCookie } from './cookies.ts';
import { describeDevice } from './devices.ts';
import { isToNote, noteSession, type OpenSession, openSession } from './sessions.ts';

/** Nobody waits longer for a note: what they have asked for may itself wait for the database. */
const noteWithinMs = 1_000;

/** The open session that a request's token names, noted as in use; null where there is none. */
export async function requestSession(token: string | undefined, headers: ReadableHeaders): Promise<OpenSession | null> {
  const session = await openSession(reader(), token);
  if (session && token && isToNote(session)) {
    const device = describeDevice(headers.get('user-agent'));
    // A page is readable also where the note cannot be written (a full disk, a locked database).
    const noted = transact((tx) => noteSession(tx, token, session, device)).catch((error: unknown) =>
      log.warn({ error: faultText(error) }, 'a session could not be noted'),
    );
    await Promise.race([noted, wait(noteWithinMs, undefined, { ref: false })]);
  }
  return session && inNetwork(session, headers);
}

/** The same session without its passkey where the request comes from another network than the sign-in: decisions and administration then need a new sign-in. */
function inNetwork(session: OpenSession, headers: ReadableHeaders): OpenSession {
  const { actor } = session;
  if (actor.passkeyAt === null || actor.network === null) return session;
  const { DATA_DIR, SECRET } = env();
  const isSame = sealedNetwork(headers, loadSecret(DATA_DIR, SECRET)) === actor.network;
  return isSame ? session : { ...session, actor: mintActor({ ...actor, passkeyAt: null }) };
}

/** Who asks, for what is answered before the pages' framework. From Node's headers: these are cleared of what a client may not say. */
export async function requestActor(headers: IncomingHttpHeaders): Promise<Actor | null> {
  const token = cookiesOf(headers.cookie ?? null)[sessionCookie(env().PUBLIC_URL)];
  return (await requestSession(token, { get: (name) => headers[name]?.toString() ?? null }))?.actor ?? null;
}
