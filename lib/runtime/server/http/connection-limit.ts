import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { minutesMs } from '#lib/platform/clock.ts';
import { logSecurityEvent } from '#lib/platform/log/security-events.ts';
import { isTrustedPeer } from './trusted-peer.ts';

const logIntervalMs = minutesMs(1);

/** Returns what connections are counted by: the IPv4 address, or the /64 network of an IPv6 address, which one person controls. */
const subjectOf = (address: string): string => (address.includes('.') ? address : address.split(':').slice(0, 4).join(':'));

/** Closes connections beyond a number per client address. A trusted proxy is exempt, since all its clients share its address. */
export function limitConnections(server: Server, max: number, isExempt: (address: string) => boolean = isTrustedPeer): void {
  const openBySubject = new Map<string, number>();
  let loggedAt = Number.NEGATIVE_INFINITY;
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isExempt(address)) return;
    const subject = subjectOf(address);
    const count = (openBySubject.get(subject) ?? 0) + 1;
    openBySubject.set(subject, count);
    socket.once('close', () => {
      const remaining = (openBySubject.get(subject) ?? 1) - 1;
      if (remaining > 0) openBySubject.set(subject, remaining);
      else openBySubject.delete(subject);
    });
    if (count <= max) return;
    socket.destroy();
    // Logged at most once a minute, so that an attack does not fill the log.
    if (performance.now() - loggedAt < logIntervalMs) return;
    loggedAt = performance.now();
    logSecurityEvent('too_many_connections', { max });
  });
}

/** Upper bound on pipelined requests per connection. Browsers and proxies send a request after the response to the previous one. */
const maxPipelined = 16;
const pipelined = new WeakMap<Socket, number>();

/**
 * Closes a connection with too many pipelined requests. Node.js parses all requests of one packet before it serves other clients.
 * @returns true if a request gets no response
 */
export function isPipelineClosed({ socket }: IncomingMessage, response: ServerResponse): boolean {
  const count = (pipelined.get(socket) ?? 0) + 1;
  if (count > maxPipelined) socket.destroy();
  if (socket.destroyed) {
    response.end();
    return true;
  }
  pipelined.set(socket, count);
  response.on('close', () => pipelined.set(socket, (pipelined.get(socket) ?? 1) - 1));
  return false;
}
