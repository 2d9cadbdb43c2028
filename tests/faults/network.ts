import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy between an instance and its database that simulates network failures. */
export interface Network {
  /** Returns the URL of a database through the proxy. */
  through(url: string): string;
  /** Sets the latency in each direction. */
  delay(ms: number): void;
  /** Closes all connections. */
  cut(): void;
  /** Holds all data back without closing the connections. */
  hold(isHeld: boolean): void;
  stop(): Promise<void>;
}

/** Starts the proxy on a free loopback port. */
export async function startNetwork(host: string, port: number): Promise<Network> {
  const sockets = new Set<Socket>();
  let [delayMs, isHeld] = [0, false];
  const pass = (from: Socket, to: Socket): void => {
    let last = Promise.resolve();
    from.on('data', (part: Buffer) => {
      const dueAt = performance.now() + delayMs;
      last = last.then(async () => {
        while (isHeld || performance.now() < dueAt) await new Promise((later) => setTimeout(later, 10));
        if (to.writable) to.write(part);
      });
    });
    from.on('close', () => void last.then(() => to.destroy()));
    from.on('error', () => undefined);
  };
  const server = createServer((near) => {
    const far = connect(port, host);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.once('close', () => sockets.delete(socket));
    }
    pass(near, far);
    pass(far, near);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const own = address && typeof address === 'object' ? address.port : 0;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    through: (url) => Object.assign(new URL(url), { host: `127.0.0.1:${own}` }).href,
    delay(ms) {
      delayMs = ms;
    },
    cut,
    hold(held) {
      isHeld = held;
    },
    async stop() {
      isHeld = false;
      const closed = new Promise((done) => server.close(done));
      cut();
      await closed;
    },
  };
}
