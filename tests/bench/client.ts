import { Agent, type IncomingHttpHeaders, request } from 'node:http';

/** A client that costs less than a server: it keeps connections, and does not unpack what it gets. `fetch` takes 2 CPU-ms for a page. */
const agent = new Agent({ keepAlive: true, maxSockets: 256 });

export interface Received {
  status: number;
  headers: IncomingHttpHeaders;
}

export const ask = (url: string, headers: Record<string, string> = {}, form?: URLSearchParams): Promise<Received> =>
  new Promise((received, failed) => {
    const type = form && { 'Content-Type': 'application/x-www-form-urlencoded' };
    const options = { agent, method: form ? 'POST' : 'GET', headers: { 'Accept-Encoding': 'br', ...type, ...headers } };
    const sent = request(url, options, (answer) => {
      answer.once('end', () => received({ status: answer.statusCode ?? 0, headers: answer.headers })).once('error', failed);
      answer.resume();
    });
    sent.once('error', failed).end(form?.toString());
  });
