import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { reader, transact } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import type { ReadableHeaders } from '#lib/platform/http/network.ts';
import { sealedNetwork } from '#lib/platform/keys/seal.ts';
import { loadSecret } from '#lib/platform/keys/secret.ts';
import { describeFault } from '#lib/platform/log/fault-text.ts';
import { log } from '#lib/platform/log/log.ts';
import { type Actor, mintActor } from './actor.ts';
import { cookiesOf, sessionCookie } from './cookies.ts';
import { describeDevice } from './devices.ts';
import { isUpdateDue, type OpenSession, openSession, recordSessionUse } from './sessions.ts';

/** Maximum time that a request waits for the session update, in ms, because the database may be busy. */
const sessionUpdateTimeoutMs = 1_000;

/** Returns the open session of a request's token and updates when it was last used; null if there is none. */
export async function requestSession(token: string | undefined, headers: ReadableHeaders): Promise<OpenSession | null> {
  const session = await openSession(reader(), token);
  if (session && token && isUpdateDue(session)) {
    const device = describeDevice(headers.get('user-agent'));
    // Pages remain readable if the update fails (a full disk, a locked database).
    const update = transact((tx) => recordSessionUse(tx, token, session, device)).catch((error: unknown) =>
      log.warn({ error: describeFault(error) }, 'a session could not be noted'),
    );
    await Promise.race([update, wait(sessionUpdateTimeoutMs, undefined, { ref: false })]);
  }
  return session && withoutForeignPasskey(session, headers);
}

/**
 * Returns the session without its passkey if the request comes from another network than the sign-in. Decisions and administration then
 * require a new sign-in.
 */
function withoutForeignPasskey(session: OpenSession, headers: ReadableHeaders): OpenSession {
  const { actor } = session;
  if (actor.passkeyAt === null || actor.network === null) return session;
  const { DATA_DIR, SECRET } = env();
  const isSame = sealedNetwork(headers, loadSecret(DATA_DIR, SECRET)) === actor.network;
  return isSame ? session : { ...session, actor: mintActor({ ...actor, passkeyAt: null }) };
}

/** Returns the actor of a request that is answered before Next. Uses Node's headers, from which untrusted ones were removed. */
export async function requestActor(headers: IncomingHttpHeaders): Promise<Actor | null> {
  const token = cookiesOf(headers.cookie ?? null)[sessionCookie(env().PUBLIC_URL)];
  return (await requestSession(token, { get: (name) => headers[name]?.toString() ?? null }))?.actor ?? null;
}
