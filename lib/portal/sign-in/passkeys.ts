import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import {
  addPasskey,
  consumeChallenge,
  type NewPasskey,
  storeChallenge,
  storePasskeyUse,
} from '#lib/community/accounts/commands/passkeys.ts';
import { passkeyNameInput } from '#lib/community/accounts/model/account.ts';
import { signInMethodRefusal } from '#lib/community/accounts/queries/passkeys.ts';
import { accountRefusals } from '#lib/community/accounts/refusals.ts';
import { clearCookie, cookiesOf, openSessionCookie, passkeyCookie, serializeCookie, sessionCookie } from '#lib/platform/auth/cookies.ts';
import { deviceIdOf, rememberDevice } from '#lib/platform/auth/known-device.ts';
import { withinLimit } from '#lib/platform/auth/rate-limits.ts';
import { confirmedAddress, endSession, isSuspended, openSession, startSession } from '#lib/platform/auth/sessions.ts';
import { signInIntent } from '#lib/platform/auth/sign-in-intent.ts';
import { passkeys } from '#lib/platform/db/schema/accounts.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { isFromThisSite } from '#lib/platform/http/csrf.ts';
import { networkOf } from '#lib/platform/http/network.ts';
import { safePath } from '#lib/platform/http/safe-path.ts';
import { describeFault } from '#lib/platform/log/fault-text.ts';
import { log } from '#lib/platform/log/log.ts';
import { logSecurityEvent } from '#lib/platform/log/security-events.ts';
import { problemResponse } from '#lib/platform/problem.ts';
import { platformRefusals } from '#lib/platform/refusals.ts';
import { siteName } from '#lib/platform/site.ts';
import { withoutUnsafeCharacters } from '#lib/platform/text/rich-text.ts';
import { completeIntent } from './complete-intent.ts';
import { challengesPerBrowser, challengesPerNetwork } from './limits.ts';
import { signInRefusals } from './refusals.ts';
import { type AuthContext, authContext, sessionOriginOf } from './requests.ts';

/** Passkeys (WebAuthn Level 3): registration and sign-in. Responses are JSON for the page's script. */

/** Rate limits of challenges keep the table small. They are not a defence against guessing, since signatures cannot be guessed. */
/** COSE algorithms that common authenticators use: EdDSA, ES256 and RS256 (IANA registry). */
const supportedAlgorithmIDs = [-8, -7, -257];

const refusals = { ...platformRefusals, ...accountRefusals, ...signInRefusals };
type PasskeyErrorCode = keyof typeof refusals;

function headersOf(cookies: string[]): Headers {
  const headers = new Headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return headers;
}
const jsonResponse = (body: object, cookies: string[] = []): Response => Response.json(body, { headers: headersOf(cookies) });
const createRefuse =
  (event: 'sign_in_refused' | 'account_change_refused') =>
  (code: PasskeyErrorCode, cookies: string[] = []): Response => {
    logSecurityEvent(event, { code });
    return problemResponse(code, refusals[code], { headers: headersOf(cookies) });
  };
const refuseSignIn = createRefuse('sign_in_refused');
const refuseAccountChange = createRefuse('account_change_refused');

/** Returns relying party id and origin of this site (WebAuthn sections 5.1.2 and 13.4.9). */
const relyingPartyOf = (publicUrl: string) => ({ rpID: new URL(publicUrl).hostname, origin: new URL(publicUrl).origin });

/** Removes characters that input schemas do not allow: PostgreSQL rejects NUL. */
const cleanTexts = (json: unknown): unknown =>
  JSON.parse(JSON.stringify(json), (_, value: unknown) => (typeof value === 'string' ? withoutUnsafeCharacters(value) : value));

/** Reads the body, cookies and session of a request; null for a cross-site request. */
async function readRequest(request: Request, context: AuthContext) {
  const { PUBLIC_URL } = context.env;
  if (!isFromThisSite(request.headers, PUBLIC_URL)) return null;
  const cookies = cookiesOf(request.headers.get('cookie'));
  const body = cleanTexts(await request.json().catch(() => null));
  const session = await openSession(context.store.reader, cookies[sessionCookie(PUBLIC_URL)]);
  return { body, cookies, session, challenge: cookies[passkeyCookie(PUBLIC_URL)] };
}

const purposeInput = z.object({ purpose: z.enum(['add', 'sign-in']) });

/** POST: returns options with a challenge, which is valid for this browser, five minutes and one response. */
export async function servePasskeyOptions(request: Request, context: AuthContext = authContext()): Promise<Response> {
  const input = await readRequest(request, context);
  const requested = purposeInput.safeParse(input?.body);
  const purpose = requested.data?.purpose;
  const refuse = purpose === 'add' ? refuseAccountChange : refuseSignIn;
  if (!input || !purpose) return refuse('invalid');
  const refusal = purpose === 'add' ? await signInMethodRefusal(context.store.reader, input.session) : null;
  if (refusal) return refuse(refusal);
  const actor = purpose === 'add' ? input.session?.actor : undefined;
  // An account or known browser is not counted with its network, so that one person cannot block a campus.
  const limitSubject = actor?.accountId ?? deviceIdOf(request, context);
  const isWithin = await context.store.transact((tx) =>
    limitSubject
      ? withinLimit(tx, 'passkey-browser', limitSubject, challengesPerBrowser)
      : withinLimit(tx, 'passkey-network', networkOf(request.headers), challengesPerNetwork),
  );
  if (!isWithin) return refuse('too_many_codes_from_network');
  const { PUBLIC_URL } = context.env;
  const { rpID } = relyingPartyOf(PUBLIC_URL);
  const options = actor
    ? await generateRegistrationOptions({
        rpName: siteName(),
        rpID,
        userID: new Uint8Array(Buffer.from(actor.accountId)),
        userName: actor.email ?? actor.name ?? actor.accountId,
        userDisplayName: actor.name ?? '',
        attestationType: 'none',
        supportedAlgorithmIDs,
        excludeCredentials: await credentialsOf(context.store.reader, actor.accountId),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
    : await generateAuthenticationOptions({ rpID, userVerification: 'required' });
  const challenge = { purpose, accountId: actor?.accountId ?? null };
  const token = await context.store.transact((tx) => storeChallenge(tx, challenge, options.challenge));
  return jsonResponse(options, [serializeCookie(PUBLIC_URL, passkeyCookie(PUBLIC_URL), token)]);
}

const credentialsOf = async (reader: Reader, accountId: string): Promise<{ id: string; transports: string[] }[]> =>
  reader
    .select({ id: passkeys.id, transports: passkeys.transports })
    .from(passkeys)
    .where(and(eq(passkeys.accountId, accountId), isNull(passkeys.revokedAt)));

const text = z.string().min(1).max(20_000);
const responseFields = { id: text.max(1400), rawId: text.max(1400), type: z.literal('public-key'), clientExtensionResults: z.object({}) };
const registrationInput = z.object({
  name: z.unknown().optional(),
  response: z.object({
    ...responseFields,
    response: z.object({ clientDataJSON: text, attestationObject: text, transports: z.array(z.string().max(30)).max(10).optional() }),
  }),
});

/** POST: stores a new passkey; requires a recent sign-in. */
export async function registerPasskey(request: Request, context: AuthContext = authContext()): Promise<Response> {
  const input = await readRequest(request, context);
  const body = registrationInput.safeParse(input?.body);
  const name = passkeyNameInput.safeParse(body.data);
  if (!input || !body.success || !name.success) return refuseAccountChange('invalid');
  const refusal = await signInMethodRefusal(context.store.reader, input.session);
  if (refusal || !input.session) return refuseAccountChange(refusal ?? 'not_signed_in');
  const { actor } = input.session;
  const { PUBLIC_URL } = context.env;
  const clearedCookies = [clearCookie(PUBLIC_URL, passkeyCookie(PUBLIC_URL))];
  const challenge = await context.store.transact((tx) =>
    consumeChallenge(tx, { purpose: 'add', accountId: actor.accountId }, input.challenge),
  );
  const passkey = challenge && (await verifyRegistration(body.data.response, challenge, PUBLIC_URL));
  if (!passkey) return refuseAccountChange('passkey_refused', clearedCookies);
  const stored = await context.store.transact((tx) => addPasskey(tx, actor, { ...passkey, name: name.data.name }));
  return stored.ok ? jsonResponse({ ok: true }, clearedCookies) : refuseAccountChange(stored.code, clearedCookies);
}

/** Verifies a registration response. Returns null if challenge, origin, relying party or user verification do not match. */
async function verifyRegistration(
  response: z.infer<typeof registrationInput>['response'],
  expectedChallenge: string,
  publicUrl: string,
): Promise<Omit<NewPasskey, 'name'> | null> {
  const { rpID, origin } = relyingPartyOf(publicUrl);
  try {
    const verification = await verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      supportedAlgorithmIDs,
    });
    if (!verification.verified) return null;
    const { credential, credentialBackedUp } = verification.registrationInfo;
    return {
      id: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: response.response.transports ?? [],
      backedUp: credentialBackedUp,
    };
  } catch (error) {
    log.warn({ error: describeFault(error) }, 'a passkey was refused');
    return null;
  }
}

const authenticationInput = signInIntent.extend({
  next: z.unknown().optional(),
  response: z.object({
    ...responseFields,
    response: z.object({ clientDataJSON: text, authenticatorData: text, signature: text, userHandle: text.optional() }),
  }),
});

/** POST: signs in with a registered passkey that is not revoked. */
export async function signInWithPasskey(request: Request, context: AuthContext = authContext()): Promise<Response> {
  const input = await readRequest(request, context);
  const body = authenticationInput.safeParse(input?.body);
  if (!input || !body.success) return refuseSignIn('invalid');
  const { PUBLIC_URL } = context.env;
  const clearedCookies = [clearCookie(PUBLIC_URL, passkeyCookie(PUBLIC_URL))];
  const challenge = await context.store.transact((tx) => consumeChallenge(tx, { purpose: 'sign-in', accountId: null }, input.challenge));
  const counter = challenge && (await verifyAuthentication(context.store.reader, body.data.response, challenge, PUBLIC_URL));
  if (counter === null) return refuseSignIn('passkey_refused', clearedCookies);
  const oldToken = input.cookies[sessionCookie(PUBLIC_URL)];
  const origin = sessionOriginOf(request, 'passkey', context);
  const session = await context.store.transact(async (tx) => {
    const usedPasskey = await storePasskeyUse(tx, body.data.response.id, Number(counter));
    if (!usedPasskey) return null;
    if (await isSuspended(tx, usedPasskey.accountId)) return 'account_suspended';
    // A new sign-in ends the browser's earlier session, which prevents session fixation.
    if (oldToken) await endSession(tx, oldToken);
    return startSession(tx, usedPasskey.accountId, origin);
  });
  if (!session) return refuseSignIn('passkey_refused', clearedCookies);
  if (session === 'account_suspended') return refuseSignIn(session, clearedCookies);
  await completeIntent(context, session.token, body.data, safePath(body.data.next));
  const email = await confirmedAddress(context.store.reader, session.token);
  const cookies = [openSessionCookie(PUBLIC_URL, session), ...clearedCookies, rememberDevice(request, context, email)];
  return jsonResponse({ next: safePath(body.data.next) }, cookies);
}

/**
 * Verifies an authentication response against the passkey that it names.
 * @returns the signature counter, or null if the response is invalid
 */
async function verifyAuthentication(
  reader: Reader,
  response: z.infer<typeof authenticationInput>['response'],
  expectedChallenge: string,
  publicUrl: string,
): Promise<number | null> {
  const isUsable = and(eq(passkeys.id, response.id), isNull(passkeys.revokedAt));
  const [passkey] = await reader.select().from(passkeys).where(isUsable).limit(1);
  if (!passkey) return null;
  const { rpID, origin } = relyingPartyOf(publicUrl);
  const { id, publicKey, counter, transports } = passkey;
  try {
    const verification = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter, transports },
    });
    return verification.verified ? verification.authenticationInfo.newCounter : null;
  } catch (error) {
    log.warn({ error: describeFault(error) }, 'a passkey was refused');
    return null;
  }
}
