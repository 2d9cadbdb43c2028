import { done, type Outcome, refused } from '#lib/platform/outcome.ts';

const maxBytes = 4 * 1024 * 1024;
const timeoutMs = 10_000;

/** Fetches JSON from a URL that the operator has set. Fails if the response is slow, over 4 MB, redirected or not JSON. */
export async function fetchJson(url: string): Promise<Outcome<unknown, 'unreachable' | 'not_found'>> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', 'user-agent': 'Peergraph' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status === 404) return refused('not_found');
    if (!response.ok || !response.body) return refused('unreachable');
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of response.body) {
      bytes += part.byteLength;
      if (bytes > maxBytes) return refused('unreachable');
      parts.push(part);
    }
    return done(JSON.parse(Buffer.concat(parts).toString('utf8')));
  } catch {
    return refused('unreachable');
  }
}
