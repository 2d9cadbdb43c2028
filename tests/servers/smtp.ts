import type { Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ArrivedMail {
  /** Who the envelope names: the one that a server delivers to. */
  recipients: string[];
  mail: Email;
}

/** A real SMTP server on loopback that keeps what arrives. */
export interface TestSmtp {
  url: string;
  arrived: ArrivedMail[];
  /** Makes the server take so long over each mail it has got before it says so, in milliseconds. */
  dawdle(ms: () => number): void;
  /** Turns the next so many mails away, and repeats their address: as a busy server does, unless another code is given. */
  refuse(times: number, code?: number): void;
  /** Turns the next so many senders away, before a mail is named. */
  refuseSender(times: number, code: number): void;
  /** Breaks the line in the middle of the next so many mails. */
  hangUp(times: number): void;
  /** How many connections there have been. */
  connections(): number;
  /** Ends the connections that are open, as a server does after a while. */
  endConnections(): void;
  stop(): Promise<void>;
}

/** @param port where it listens; any that is free unless given */
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
    // Nobody outside is asked for the name of this machine.
    disableReverseLookup: true,
    // A client keeps its connection for a while; what it has sent is answered before.
    closeTimeout: 300,
    onMailFrom(_address, _session, callback) {
      if (senderRefusals === 0) return callback();
      senderRefusals -= 1;
      callback(Object.assign(new Error('Who are you'), { responseCode: senderCode }));
    },
    onData(stream, session, callback) {
      if (hangUps > 0) {
        hangUps -= 1;
        for (const line of lines) line.destroy();
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
  const lines = new Set<Socket>();
  let connections = 0;
  server.server.on('connection', (line: Socket) => {
    connections += 1;
    lines.add(line);
    line.once('close', () => lines.delete(line));
  });
  // A client that is killed in the middle of a mail is no fault of the server's: without a listener it would end the process.
  server.on('error', () => undefined);
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
  const address = server.server.address();
  const bound = address && typeof address === 'object' ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${bound}`,
    arrived,
    dawdle(ms) {
      pauseMs = ms;
    },
    refuse(times, code = 451) {
      refusals = times;
      refusalCode = code;
    },
    refuseSender(times, code) {
      senderRefusals = times;
      senderCode = code;
    },
    hangUp(times) {
      hangUps = times;
    },
    connections: () => connections,
    endConnections() {
      for (const line of lines) line.destroy();
    },
    stop: () => new Promise((stopped) => server.close(stopped)),
  };
}
