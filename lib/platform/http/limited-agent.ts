import { type Agent, Agent as PlainAgent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type { Duplex } from 'node:stream';

interface Limits {
  /** For the connection and the whole response. */
  timeoutMs?: number;
  maxBytes?: number;
}

/** Destroys a connection at the limits. */
function limitConnection(socket: Duplex, { timeoutMs = 10_000, maxBytes = 1024 * 1024 }: Limits): void {
  const timer = setTimeout(() => socket.destroy(new Error(`The response took longer than ${timeoutMs} ms.`)), timeoutMs);
  socket.once('close', () => clearTimeout(timer));
  let bytes = 0;
  socket.on('data', (part: Buffer) => {
    bytes += part.byteLength;
    if (bytes > maxBytes) socket.destroy(new Error(`The response has more than ${maxBytes} bytes.`));
  });
}

/**
 * Returns an agent for a library with its own HTTP client that limits only how long a server is silent. The agent ends each connection at
 * the limits, so that a server cannot hold a request open by one byte at a time, or fill the memory. Each request has its own connection.
 * @param protocol `https:` or `http:`; requests by the other are rejected
 */
export function createLimitedAgent(protocol: string, limits: Limits = {}): Agent {
  const agent = protocol === 'https:' ? new SecureAgent({ keepAlive: false }) : new PlainAgent({ keepAlive: false });
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const socket = connect(options, callback);
    if (socket) limitConnection(socket, limits);
    return socket;
  };
  return agent;
}
