import { createHmac, timingSafeEqual } from 'node:crypto';
import { env } from '#lib/platform/env.ts';
import { loadSecret } from '#lib/platform/keys/secret.ts';

const instanceSecret = (): string => {
  const { DATA_DIR, SECRET } = env();
  return loadSecret(DATA_DIR, SECRET);
};

const signatureOf = (token: string, mailKind: string): string =>
  createHmac('sha256', instanceSecret()).update(`unsubscribe ${token} ${mailKind}`).digest('base64url').slice(0, 22);

/**
 * Returns the signed token for unsubscribe links: a random token, which does not identify the account, and a signature over it and the kind
 * of email.
 */
export const signUnsubscribeToken = (token: string, mailKind: string): string => `${token}.${signatureOf(token, mailKind)}`;

/** Verifies a signed token for a kind of email, and returns the token; null if invalid. */
export function verifyUnsubscribeToken(seal: string, mailKind: string): string | null {
  const [token = '', presented = ''] = seal.split('.');
  const expected = Buffer.from(signatureOf(token, mailKind));
  const actual = Buffer.from(presented);
  return token !== '' && actual.length === expected.length && timingSafeEqual(actual, expected) ? token : null;
}

/** Returns the URLs that stop a kind of email: one for a POST by mail programs, one for people. */
export function unsubscribeLinks(token: string, mailKind: string): { oneClick: string; link: string } {
  const seal = signUnsubscribeToken(token, mailKind);
  const { PUBLIC_URL } = env();
  return {
    oneClick: `${PUBLIC_URL}/unsubscribe/${seal}/${mailKind}`,
    link: `${PUBLIC_URL}/unsubscribe?${new URLSearchParams({ link: seal, of: mailKind })}`,
  };
}
