import type { Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ArrivedMail {
  /** Recipients of the SMTP envelope. */
  recipients: string[];
  mail: Email;
}

/** An SMTP server on loopback that keeps received mail. */
export interface TestSmtp {
  url: string;
  arrived: ArrivedMail[];
  /** Delays the acknowledgement of each mail, in milliseconds. */
  delayReplies(ms: () => number): void;
  /** Rejects the next mails with a code (by default 451, a transient failure), and the recipients in the message. */
  rejectMails(times: number, code?: number): void;
  /** Rejects the next MAIL FROM commands. */
  rejectSenders(times: number, code: number): void;
  /** Drops the connection during the next mails. */
  dropConnections(times: number): void;
  /** Returns the number of connections so far. */
  connections(): number;
  /** Closes the open connections, as a server does when they are idle. */
  closeConnections(): void;
  stop(): Promise<void>;
}

/** @param port 0 for any free port */
export async function startSmtp(port = 0): Promise<TestSmtp> {
  const arrived: ArrivedMail[] = [];
  let refusals = 0;
  let refusalCode = 451;
  let senderRefusals = 0;
  let senderCode = 0;
  let hangUps = 0;
  let pauseMs = () => 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // No external DNS queries.
    disableReverseLookup: true,
    // Clients keep idle connections: does not wait long for them.
    closeTimeout: 300,
    onMailFrom(_address, _session, callback) {
      if (senderRefusals === 0) return callback();
      senderRefusals -= 1;
      callback(Object.assign(new Error('Who are you'), { responseCode: senderCode }));
    },
    onData(stream, session, callback) {
      if (hangUps > 0) {
        hangUps -= 1;
        for (const socket of sockets) socket.destroy();
        return;
      }
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', async () => {
        if (refusals > 0) {
          refusals -= 1;
          const to = session.envelope.rcptTo.map(({ address }) => `<${address}>`).join(', ');
          callback(Object.assign(new Error(`Try again later: ${to}`), { responseCode: refusalCode }));
          return;
        }
        const mail = await PostalMime.parse(Buffer.concat(parts));
        arrived.push({ recipients: session.envelope.rcptTo.map(({ address }) => address), mail });
        setTimeout(callback, pauseMs());
      });
    },
  });
  const sockets = new Set<Socket>();
  let connections = 0;
  server.server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // Without a listener, a client that is killed during a mail would crash the process.
  server.on('error', () => undefined);
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
  const address = server.server.address();
  const bound = address && typeof address === 'object' ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${bound}`,
    arrived,
    delayReplies(ms) {
      pauseMs = ms;
    },
    rejectMails(times, code = 451) {
      refusals = times;
      refusalCode = code;
    },
    rejectSenders(times, code) {
      senderRefusals = times;
      senderCode = code;
    },
    dropConnections(times) {
      hangUps = times;
    },
    connections: () => connections,
    closeConnections() {
      for (const socket of sockets) socket.destroy();
    },
    stop: () => new Promise((stopped) => server.close(stopped)),
  };
}
