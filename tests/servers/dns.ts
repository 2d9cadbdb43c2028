import { createSocket } from 'node:dgram';

/** A DNS server on loopback for TXT records only (RFC 1035, section 4). */
export interface TestDns {
  /** Value for PROOF_DNS_SERVER. */
  server: string;
  /** Sets the TXT records of a name; an empty list removes them. */
  setTxtRecords(name: string, texts: string[]): void;
  stop(): Promise<void>;
}

const txt = 16;

interface Question {
  name: string;
  type: number;
  /** Offset of the end of header and question. */
  end: number;
}

function questionIn(message: Buffer): Question {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** Encodes a TXT record whose name points to the question; the text is split into strings of at most 255 bytes. */
function recordOf(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  const strings: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += 255) {
    const part = bytes.subarray(from, from + 255);
    strings.push(Buffer.from([part.length]), part);
  }
  const data = Buffer.concat(strings);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(txt, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function answerTo(message: Buffer, records: ReadonlyMap<string, string[]>): Buffer {
  const { name, type, end } = questionIn(message);
  const texts = type === txt ? (records.get(name) ?? []) : [];
  const answer = Buffer.concat([message.subarray(0, end), ...texts.map(recordOf)]);
  // Flags: response, recursion available; NXDOMAIN for an unknown name.
  answer.writeUInt16BE(0x8180 | (records.has(name) ? 0 : 3), 2);
  answer.writeUInt16BE(texts.length, 6);
  answer.writeUInt16BE(0, 8);
  answer.writeUInt16BE(0, 10);
  return answer;
}

export async function startDns(): Promise<TestDns> {
  const records = new Map<string, string[]>();
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => socket.send(answerTo(message, records), from.port, from.address));
  await new Promise<void>((ready) => socket.bind(0, '127.0.0.1', ready));
  return {
    server: `127.0.0.1:${socket.address().port}`,
    setTxtRecords(name, texts) {
      if (texts.length > 0) records.set(name.toLowerCase(), texts);
      else records.delete(name.toLowerCase());
    },
    stop: () => new Promise((stopped) => socket.close(() => stopped())),
  };
}
