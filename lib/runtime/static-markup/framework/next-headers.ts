import { cookiesOf } from '#lib/platform/auth/cookies.ts';
import { pageContext } from '../page-context.ts';

/** Replaces `next/headers` in static markup. */
export async function headers(): Promise<Headers> {
  const entries = Object.entries(pageContext().headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return new Headers(entries as [string, string][]);
}

export async function cookies() {
  const values = cookiesOf(pageContext().headers.cookie ?? null);
  return {
    get: (name: string) => (values[name] === undefined ? undefined : { name, value: values[name] }),
    has: (name: string) => values[name] !== undefined,
  };
}
