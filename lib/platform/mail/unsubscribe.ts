import { createHmac, timingSafeEqual } from 'node:crypto';
import { env } from '#lib/platform/env.ts';
import { loadSecret } from '#lib/platform/keys/secret.ts';

const secret = (): string => {
  const { DATA_DIR, SECRET } = env();
  return loadSecret(DATA_DIR, SECRET);
};

const signature = (token: string, ending: string): string =>
  createHmac('sha256', secret()).update(`unsubscribe ${token} ${ending}`).digest('base64url').slice(0, 22);

/** What is in the links of a mail: a random token, which says nothing of the account, and a signature over it and what the link ends. */
export const sealed = (token: string, ending: string): string => `${token}.${signature(token, ending)}`;

/** The token of a link, where this instance has made it for that ending; else null. */
export function opened(seal: string, ending: string): string | null {
  const [token = '', given = ''] = seal.split('.');
  const expected = Buffer.from(signature(token, ending));
  const found = Buffer.from(given);
  return token !== '' && found.length === expected.length && timingSafeEqual(found, expected) ? token : null;
}

/** Where a mail of some kind is ended: by one POST of a mail program, and on a page for people. */
export function stopLinks(token: string, ending: string): { oneClick: string; link: string } {
  const seal = sealed(token, ending);
  const { PUBLIC_URL } = env();
  return {
    oneClick: `${PUBLIC_URL}/unsubscribe/${seal}/${ending}`,
    link: `${PUBLIC_URL}/unsubscribe?${new URLSearchParams({ link: seal, of: ending })}`,
  };
}
