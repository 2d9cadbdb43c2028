/** A minimal browser for sign-in: a cookie jar by host, and forms with an Origin header. Redirects are not followed. */
export class Browser {
  readonly #jar = new Map<string, Map<string, string>>();

  cookies(url: string): Map<string, string> {
    const { host } = new URL(url);
    const found = this.#jar.get(host) ?? new Map<string, string>();
    this.#jar.set(host, found);
    return found;
  }

  /** Creates a request with the cookies of its host. */
  request(url: string, form?: Record<string, string>, headers: Record<string, string> = {}): Request {
    const cookie = [...this.cookies(url)].map(([name, value]) => `${name}=${value}`).join('; ');
    const { origin, host } = new URL(url);
    const sent = { cookie, host, ...(form ? { origin, 'sec-fetch-site': 'same-origin' } : {}), ...headers };
    return new Request(url, { headers: sent, ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}), redirect: 'manual' });
  }

  /** Stores the cookies that a response sets. */
  storeCookies(url: string, answer: Response): Response {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      const isDeleted = value === '' || /max-age=0/i.test(line) || /expires=Thu, 01 Jan 1970/i.test(line);
      if (isDeleted) this.cookies(url).delete(name);
      else this.cookies(url).set(name, value);
    }
    return answer;
  }

  /** Sends a request over the network. */
  async fetch(url: string, form?: Record<string, string>): Promise<Response> {
    return this.storeCookies(url, await fetch(this.request(url, form)));
  }

  /** Passes a request to a handler directly. */
  async callHandler(
    handler: (request: Request) => Promise<Response>,
    url: string,
    form?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Response> {
    return this.storeCookies(url, await handler(this.request(url, form, headers)));
  }
}
