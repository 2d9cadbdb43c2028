import { cookiesOf } from '#lib/platform/auth/cookies.ts';
import { pageContext } from '../page-context.ts';

/** Replaces `next/headers` in visitor pages. */
export async function headers(): Promise<Headers> {
  const given = Object.entries(pageContext().headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return new Headers(given as [string, string][]);
}

export async function cookies() {
  const given = cookiesOf(pageContext().headers.cookie ?? null);
  return {
    get: (name: string) => (given[name] === undefined ? undefined : { name, value: given[name] }),
    has: (name: string) => given[name] !== undefined,
  };
}
