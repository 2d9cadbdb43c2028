import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { minutesMs } from '#lib/platform/clock.ts';
import { logSecurityEvent } from '#lib/platform/log/security-events.ts';
import { isTrustedPeer } from './trusted-peer.ts';

const tellEveryMs = minutesMs(1);

/** One person has a whole /64 of IPv6. */
const subjectOf = (address: string): string => (address.includes('.') ? address : address.split(':').slice(0, 4).join(':'));

/** Closes connections beyond so many from one address at once. Behind a trusted proxy all come from its address, so it is not limited. */
export function limitConnections(server: Server, max: number, isExempt: (address: string) => boolean = isTrustedPeer): void {
  const open = new Map<string, number>();
  let toldAt = Number.NEGATIVE_INFINITY;
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isExempt(address)) return;
    const subject = subjectOf(address);
    const count = (open.get(subject) ?? 0) + 1;
    open.set(subject, count);
    socket.once('close', () => {
      const left = (open.get(subject) ?? 1) - 1;
      if (left > 0) open.set(subject, left);
      else open.delete(subject);
    });
    if (count <= max) return;
    socket.destroy();
    // An attack must not fill the log.
    if (performance.now() - toldAt < tellEveryMs) return;
    toldAt = performance.now();
    logSecurityEvent('too_many_connections', { max });
  });
}

/** Requests of one connection that may wait behind one another. Browsers and proxies send each once they have the answer to the one before. */
const maxPipelined = 16;
const pipelined = new WeakMap<Socket, number>();

/**
 * Closes a connection on which more requests wait than may: all that come in one piece are read before anybody else is heard.
 * @returns true where a request gets no answer
 */
export function isPipelineClosed({ socket }: IncomingMessage, response: ServerResponse): boolean {
  const count = (pipelined.get(socket) ?? 0) + 1;
  if (count > maxPipelined) socket.destroy();
  if (socket.destroyed) {
    response.end();
    return true;
  }
  pipelined.set(socket, count);
  response.once('close', () => pipelined.set(socket, (pipelined.get(socket) ?? 1) - 1));
  return false;
}
