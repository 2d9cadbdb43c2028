import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { People, Person } from './people.ts';
import { createWrites } from './writes.ts';

/** The attempted writes and their outcomes, as known to the client. */
export interface WriteLog {
  tried: number;
  /** Rejected with an error response: not written. */
  refused: number;
  /** Error codes of requests without a response: it is unknown whether they were written. */
  cut: string[];
  follows: { accountId: string; authorId: string }[];
  messages: { threadId: string; body: string }[];
}

export interface Writers {
  written: WriteLog;
  /** Switches the writers to another server. */
  switchTo(url: string): void;
  /** Stops writing, and waits for pending responses. */
  stop(): Promise<void>;
  /** Waits until `count` more writes are acknowledged. @returns false on timeout */
  acknowledge(count: number, withinMs?: number): Promise<boolean>;
}

const connectionRefused = 'ECONNREFUSED';
const responseTimeoutMs = 40_000;

/** Error code of a request without a response. */
type ErrorCode = string;

interface Answer {
  status: number;
  /** The Location header; empty if there is none. */
  location: string;
  isClosing: boolean;
}

function send(agent: Agent, url: string, path: string, { token }: Person, type: string, body: string): Promise<Answer | ErrorCode> {
  return new Promise((done) => {
    const headers = {
      cookie: `peergraph-session=${token}`,
      origin: url,
      'content-type': type,
      'content-length': Buffer.byteLength(body),
      accept: path === '/api/follows' ? 'application/json' : 'text/html',
    };
    const clientRequest = request(new URL(path, url), { method: 'POST', agent, headers, timeout: responseTimeoutMs }, (response) => {
      response.resume();
      const isClosing = response.headers.connection === 'close';
      response.once('end', () =>
        done(response.complete ? { status: response.statusCode ?? 0, location: response.headers.location ?? '', isClosing } : 'INCOMPLETE'),
      );
      response.once('error', () => done('INCOMPLETE'));
    });
    clientRequest.once('timeout', () => clientRequest.destroy());
    clientRequest.once('error', (error) => done('code' in error ? String(error.code) : error.message));
    clientRequest.end(body);
  });
}

/** Starts clients that write over keep-alive connections until stopped. */
export function startWriters(people: People, url: string, clients = 8): Writers {
  const written: WriteLog = { tried: 0, refused: 0, cut: [], follows: [], messages: [] };
  const next = createWrites(people);
  let [at, isStopping] = [url, false];
  const client = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isStopping) {
      const { path, person, type, body, isDone, acknowledged } = next();
      written.tried += 1;
      let sentTo = at;
      let answer = await send(agent, sentTo, path, person, type, body);
      // Retries while the connection is refused: the write was not received.
      for (; answer === connectionRefused && !isStopping; answer = await send(agent, sentTo, path, person, type, body)) {
        await wait(50);
        sentTo = at;
      }
      if (answer === connectionRefused) written.refused += 1;
      else if (typeof answer === 'string') written.cut.push(answer);
      else if (!isDone(answer)) written.refused += 1;
      else acknowledged(written);
      if (typeof answer === 'string' || answer.status >= 400) await wait(50);
      // Like a load balancer, sends nothing more to a server that closes its connections.
      if (typeof answer !== 'string' && answer.isClosing) while (!isStopping && at === sentTo) await wait(20);
      // Without a pause, 200 writes a second would exceed the rate limit of each account within a minute.
      await wait(15);
    }
    agent.destroy();
  };
  const all = Array.from({ length: clients }, client);
  const count = () => written.follows.length + written.messages.length;
  return {
    written,
    switchTo(other) {
      at = other;
    },
    async stop() {
      isStopping = true;
      await Promise.all(all);
    },
    async acknowledge(wanted, withinMs = 60_000) {
      const [before, deadline] = [count(), performance.now() + withinMs];
      while (count() < before + wanted && performance.now() < deadline) await wait(10);
      return count() >= before + wanted;
    },
  };
}
