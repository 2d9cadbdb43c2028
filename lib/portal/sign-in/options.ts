import { randomBytes } from 'node:crypto';
import type { AuthOptions, Profile } from 'next-auth';
import type { EmailConfig } from 'next-auth/providers/email';
import type { OAuthConfig } from 'next-auth/providers/oauth';
import { custom } from 'openid-client';
import { isOrcid } from '#lib/catalog/bibliography/identifiers.ts';
import { maxNameLength } from '#lib/community/accounts/model/account.ts';
import { authCookies } from '#lib/platform/auth/cookies.ts';
import { signInLinkMinutes } from '#lib/platform/auth/sign-in-link.ts';
import type { Env } from '#lib/platform/env.ts';
import { createLimitedAgent } from '#lib/platform/http/limited-agent.ts';
import { log } from '#lib/platform/log/log.ts';
import { collapseSpaces, withoutUnsafeCharacters } from '#lib/platform/text/rich-text.ts';

interface EmailFlow {
  /** Returns the token of this request: the code of the email and the browser's nonce, joined. */
  token: () => string;
}

/** Creates the email provider. The adapter's hook enqueues the email in the transaction that stores the token, so nothing is sent here. */
const emailProvider = ({ token }: EmailFlow): EmailConfig => ({
  id: 'email',
  type: 'email',
  name: 'Email',
  server: '',
  from: '',
  maxAge: signInLinkMinutes * 60,
  generateVerificationToken: token,
  sendVerificationRequest: () => undefined,
  normalizeIdentifier: (address) => address,
  options: {},
});

interface OrcidProfile extends Profile {
  sub: string;
  given_name?: string;
  family_name?: string;
}

/** Creates the ORCID provider by OpenID Connect discovery, so that any conforming issuer can be used. */
function orcidProvider({ ORCID_ISSUER, ORCID_CLIENT_ID, ORCID_CLIENT_SECRET }: Env): OAuthConfig<OrcidProfile> {
  // next-auth copies objects in `httpOptions` without their methods, so the agent is set in the library that next-auth uses.
  custom.setHttpOptionsDefaults({ agent: createLimitedAgent(new URL(ORCID_ISSUER).protocol) });
  return {
    id: 'orcid',
    name: 'ORCID',
    type: 'oauth',
    wellKnown: `${ORCID_ISSUER.replace(/\/+$/, '')}/.well-known/openid-configuration`,
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    authorization: { params: { scope: 'openid' } },
    clientId: ORCID_CLIENT_ID,
    clientSecret: ORCID_CLIENT_SECRET,
    // ORCID expects the secret in the body of the token request (OpenID Connect Core 1.0, section 9: client_secret_post).
    client: { token_endpoint_auth_method: 'client_secret_post' },
    httpOptions: { timeout: 10_000 },
    profile(claims) {
      if (!isOrcid(claims.sub)) throw new Error('The issuer gave no ORCID iD.');
      const name = claims.name || [claims.given_name, claims.family_name].filter(Boolean).join(' ');
      return { id: claims.sub, name: accountNameOf(name), email: null, image: null };
    },
  };
}

/** Returns the name of a new account, within the limits of the form that changes it: anybody can choose their name at ORCID. */
const accountNameOf = (name: unknown): string | null =>
  typeof name === 'string' ? collapseSpaces(withoutUnsafeCharacters(name)).trim().slice(0, maxNameLength).toWellFormed() || null : null;

export function authOptions(
  settings: Env & { SECRET: string },
  adapter: NonNullable<AuthOptions['adapter']>,
  flow: { email?: EmailFlow; signIn?: NonNullable<AuthOptions['callbacks']>['signIn'] },
): AuthOptions & { secret: string } {
  return {
    secret: settings.SECRET,
    adapter,
    providers: [...(flow.email ? [emailProvider(flow.email)] : []), ...(settings.ORCID_CLIENT_ID ? [orcidProvider(settings)] : [])],
    session: {
      strategy: 'database',
      maxAge: settings.SESSION_DAYS * 86_400,
      generateSessionToken: () => randomBytes(32).toString('base64url'),
    },
    useSecureCookies: settings.PUBLIC_URL.startsWith('https:'),
    cookies: authCookies(settings.PUBLIC_URL),
    callbacks: flow.signIn ? { signIn: flow.signIn } : {},
    // Only the error code is logged: other properties may contain email addresses and tokens.
    logger: { error: (code) => log.warn({ code }, 'sign-in failed'), warn: () => undefined, debug: () => undefined },
  };
}
