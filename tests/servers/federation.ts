import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Provider from 'oidc-provider';
import { freePort } from '../postgres.ts';
import { bodyOf, stopServer } from './web.ts';

/** Defects of an ID token; of the token response if it is endless. */
export type TokenDefect =
  | 'endless'
  | 'tampered'
  | 'other_key'
  | 'unsigned'
  | 'nonce'
  | 'issuer'
  | 'audience'
  | 'expired'
  | 'subject'
  | 'long_subject';

/** An identity provider of an organisation on loopback: an OpenID Connect server with configurable claims. */
export interface TestFederation {
  /** The issuer. */
  url: string;
  /** Setting that offers this login on an instance. */
  env: Record<'FEDERATED_LOGINS', string>;
  /** Sets the claims of a login. Over HTTP: PUT /told/<login> with the claims as JSON. */
  setClaims(login: string, claims: Record<string, unknown>): void;
  /** Makes each ID token defective; null restores valid tokens. */
  corruptTokens(fault: TokenDefect | null): void;
  stop(): Promise<void>;
}

const clientId = 'peergraph-test';
const clientSecret = 'a-secret-of-the-test-organisation';
const scopes = ['eduperson_assurance', 'eduperson_scoped_affiliation', 'schac_home_organization'];

export async function startFederation({
  site,
  id = 'lamp',
  name = 'Lamp University',
  domains = ['lamp.example'],
}: {
  site: string;
  id?: string;
  name?: string;
  /** The domains for which the operator lets it speak. */
  domains?: string[];
}): Promise<TestFederation> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const claimsByLogin = new Map<string, Record<string, unknown>>();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid: 'lamp-1', use: 'sig', alg: 'RS256' };
  const provider = new Provider(url, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [`${site}/api/auth/callback/federated/${id}`] }],
    jwks: { keys: [jwk] },
    scopes: ['openid', 'profile', ...scopes],
    claims: {
      openid: ['sub'],
      profile: ['name', 'given_name', 'family_name'],
      ...Object.fromEntries(scopes.map((each) => [each, [each]])),
    },
    pkce: { required: () => true },
    cookies: { keys: ['a-key-of-the-test-organisation'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/signin/${interaction.uid}` },
    findAccount: (_, login) => ({ accountId: login, claims: () => ({ sub: login, ...claimsByLogin.get(login) }) }),
    // Grants consent without asking.
    async loadExistingGrant(context) {
      const { client, session } = context.oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new context.oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope(['openid', 'profile', ...scopes].join(' '));
      await grant.save();
      return grant;
    },
  });
  const openid = provider.callback();
  let fault: TokenDefect | null = null;
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', url);
    if (pathname.startsWith('/signin/')) return signInPage(request, response, provider);
    const put = /^\/told\/([\w-]+)$/.exec(pathname)?.[1];
    if (put && request.method === 'PUT') {
      claimsByLogin.set(put, JSON.parse(await bodyOf(request)));
      response.writeHead(204).end();
      return;
    }
    if (pathname === '/token' && fault === 'endless') return sendEndlessly(response);
    if (pathname === '/token' && fault) corruptResponse(response, fault);
    return openid(request, response);
  }
  function corruptResponse(response: ServerResponse, what: TokenDefect): void {
    const end = response.end.bind(response) as (body?: unknown) => ServerResponse;
    response.end = ((body?: unknown) => {
      const json = JSON.parse(String(body));
      if (json.id_token) json.id_token = corruptToken(json.id_token, what, key);
      // Without it, the subject is not compared with that of the userinfo endpoint.
      if (what.endsWith('subject')) delete json.access_token;
      const text = JSON.stringify(json);
      response.setHeader('content-length', Buffer.byteLength(text));
      return end(text);
    }) as typeof response.end;
  }
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
  return {
    url,
    env: { FEDERATED_LOGINS: JSON.stringify([{ id, name, issuer: url, clientId, clientSecret, domains }]) },
    setClaims: (login, claims) => void claimsByLogin.set(login, claims),
    corruptTokens: (next) => {
      fault = next;
    },
    stop: () => stopServer(server),
  };
}

const encodePart = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Sends a response of 8 MB that never ends. */
function sendEndlessly(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  for (let part = 0; part < 128; part += 1) response.write(' '.repeat(64 * 1024));
}

/** Returns an ID token with one defect. It is signed with the issuer's key unless the signature is the defect. */
function corruptToken(token: string, fault: TokenDefect, own: ReturnType<typeof createPrivateKey>): string {
  const [header = '', body = '', signature = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
  if (fault === 'tampered') return `${header}.${encodePart({ ...claims, sub: 'somebody-else' })}.${signature}`;
  if (fault === 'unsigned') return `${encodePart({ alg: 'none' })}.${body}.`;
  const changes: Partial<Record<TokenDefect, object>> = {
    nonce: { nonce: 'another' },
    issuer: { iss: 'https://elsewhere.example' },
    audience: { aud: 'another-client' },
    expired: { exp: claims.iat - 3600 },
    subject: { sub: { a: 1 } },
    long_subject: { sub: 's'.repeat(256) },
  };
  const key = fault === 'other_key' ? generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey : own;
  const text = `${header}.${encodePart({ ...claims, ...changes[fault] })}`;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}

/** The sign-in page of the organisation, without a password; "Cancel" denies access. */
async function signInPage(request: IncomingMessage, response: ServerResponse, provider: Provider): Promise<void> {
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><html lang="en"><title>A university for tests</title><h1>Sign in to the university</h1>
<form method="post"><label>Login <input name="login"></label> <button>Sign in</button> <button name="deny" value="yes">Cancel</button></form></html>`);
    return;
  }
  const form = new URLSearchParams(await bodyOf(request));
  const result = form.get('deny') ? { error: 'access_denied' } : { login: { accountId: form.get('login') ?? '' } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}
