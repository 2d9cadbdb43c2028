import { setTimeout as wait } from 'node:timers/promises';
import { reader, transact } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import type { ReadableHeaders } from '#lib/platform/http/readable-headers.ts';
import { sealedNetwork } from '#lib/platform/keys/seal.ts';
import { loadSecret } from '#lib/platform/keys/secret.ts';
import { faultText } from '#lib/platform/log/fault-text.ts';
import { log } from '#lib/platform/log/log.ts';
import { mintActor } from './actor.ts';
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
