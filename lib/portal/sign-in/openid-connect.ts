import { type Client, custom, generators, Issuer, type IssuerMetadata } from 'openid-client';
import { z } from 'zod';
import { type FederatedAssertion, parseFederatedAssertion } from '#lib/governance/claims/model/federated.ts';
import type { Env } from '#lib/platform/env.ts';
import { createLimitedAgent } from '#lib/platform/http/limited-agent.ts';
import { describeFault } from '#lib/platform/log/fault-text.ts';
import { log } from '#lib/platform/log/log.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { fetchPublic, guardedRequestOptions } from '#lib/platform/safe-fetch.ts';
import type { FederatedLogin } from '#lib/platform/settings/federated-logins.ts';
import { parseJson } from '#lib/platform/text/json.ts';

/** Values that bind the callback to the authorization request. */
interface RequestBinding {
  state: string;
  nonce: string;
  verifier: string;
}

export const createRequestBinding = (): RequestBinding => ({
  state: generators.state(),
  nonce: generators.nonce(),
  verifier: generators.codeVerifier(),
});

const algorithms = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA', 'RS384', 'RS512'];
const clockToleranceSeconds = 30;
const timeoutMs = 10_000;

const issuerMetadataForm = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: z.url({ protocol: /^https?$/ }),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  id_token_signing_alg_values_supported: z.array(z.string()).default(['RS256']),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
});

/** OpenID Connect Core 1.0, section 2: up to 255 ASCII characters. */
const subjectForm = z.string().regex(/^[\x20-\x7e]{1,255}$/, 'the subject of the ID token is not valid');

type ClientSettings = Pick<Env, 'PUBLIC_URL' | 'PROOFS_LOOPBACK'>;

/** Returns the redirect URI, which is distinct for each organisation to prevent mix-up attacks (RFC 9700, section 4.4). */
const redirectUriOf = ({ id }: Pick<FederatedLogin, 'id'>, { PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>): string =>
  `${PUBLIC_URL}/api/auth/callback/federated/${id}`;

/**
 * Returns a client for an organisation's issuer, by discovery under the rules of lib/platform/safe-fetch.ts. Null if discovery fails or the
 * issuer does not match.
 */
async function clientOf(login: FederatedLogin, settings: ClientSettings): Promise<Client | null> {
  const { PUBLIC_URL, PROOFS_LOOPBACK } = settings;
  const options = { userAgent: `Peergraph (+${PUBLIC_URL})`, allowLoopback: PROOFS_LOOPBACK === 'on', timeoutMs };
  const wellKnown = `${login.issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`;
  const discovery = await fetchPublic(wellKnown, { ...options, isOfOperator: true, types: ['application/json'] });
  if (!discovery.ok) return logUnusable(login, discovery.code);
  const parsed = issuerMetadataForm.safeParse(parseJson(discovery.value.text));
  if (!parsed.success) return logUnusable(login, 'the discovery document lacks required fields');
  // The issuer must match exactly (OpenID Connect Discovery 1.0, section 4.3).
  if (parsed.data.issuer !== login.issuer) return logUnusable(login, 'the discovery document names another issuer');
  const algorithm = algorithms.find((each) => parsed.data.id_token_signing_alg_values_supported.includes(each));
  if (!algorithm) return logUnusable(login, 'it supports no signing algorithm that is accepted here');
  const methods = parsed.data.token_endpoint_auth_methods_supported;
  const method = (['client_secret_basic', 'client_secret_post'] as const).find((each) => methods.includes(each));
  if (!method) return logUnusable(login, 'it supports neither client_secret_basic nor client_secret_post');
  const issuer = new Issuer(parsed.data as IssuerMetadata);
  const client = new issuer.Client({
    client_id: login.clientId,
    client_secret: login.clientSecret,
    redirect_uris: [redirectUriOf(login, settings)],
    response_types: ['code'],
    id_token_signed_response_alg: algorithm,
    token_endpoint_auth_method: method,
  });
  const httpOptionsFor = (url: URL) => ({
    ...guardedRequestOptions(url, options),
    timeout: timeoutMs,
    agent: createLimitedAgent(url.protocol, { timeoutMs }),
    headers: { 'User-Agent': options.userAgent },
  });
  issuer[custom.http_options] = httpOptionsFor;
  client[custom.http_options] = httpOptionsFor;
  client[custom.clock_tolerance] = clockToleranceSeconds;
  return client;
}

function logUnusable({ id }: FederatedLogin, reason: string): null {
  log.warn({ login: id, reason }, 'a federated login cannot be used');
  return null;
}

/** Returns the authorization URL of an organisation's login. */
export async function authorizationUrl(
  login: FederatedLogin,
  { state, nonce, verifier }: RequestBinding,
  settings: ClientSettings,
): Promise<Outcome<string, 'federated_unreachable'>> {
  const client = await clientOf(login, settings);
  if (!client) return refused('federated_unreachable');
  const challenge = generators.codeChallenge(verifier);
  return done(client.authorizationUrl({ scope: login.scope, state, nonce, code_challenge: challenge, code_challenge_method: 'S256' }));
}

/**
 * Validates a callback: checks state and issuer, exchanges the code with its verifier, and checks signature, issuer, audience, times and
 * nonce of the ID token (openid-client). Claims are completed from the userinfo endpoint; the library requires the same subject there.
 */
export async function validateCallback(
  login: FederatedLogin,
  query: Readonly<Record<string, string>>,
  { state, nonce, verifier }: RequestBinding,
  settings: ClientSettings,
): Promise<Outcome<FederatedAssertion, 'federated_unreachable' | 'federated_failed'>> {
  const client = await clientOf(login, settings);
  if (!client) return refused('federated_unreachable');
  try {
    const checks = { state, nonce, code_verifier: verifier, response_type: 'code' };
    const tokens = await client.callback(redirectUriOf(login, settings), { ...query }, checks);
    const claims = tokens.claims();
    const userInfo = client.issuer.metadata.userinfo_endpoint && tokens.access_token ? await client.userinfo(tokens) : {};
    const subject = subjectForm.parse(claims.sub);
    return done(parseFederatedAssertion({ issuer: login.issuer, subject }, { ...userInfo, ...claims }, login));
  } catch (error) {
    // Only name and message are logged: other properties may contain tokens.
    log.warn({ login: login.id, reason: describeFault(error) }, 'a federated login failed');
    return refused('federated_failed');
  }
}
