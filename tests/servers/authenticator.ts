import { generateKeyPairSync, hash, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Encodes the CBOR (RFC 8949) subset of an attestation: short maps of numbers, text and bytes. */
function cbor(value: unknown): Buffer {
  const head = (major: number, length: number): Buffer =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([name, each]) => [cbor(name), cbor(each)])]);
}

const sha256 = (data: Uint8Array | string): Buffer => hash('sha256', data, 'buffer');

export interface Behaviour {
  origin?: string;
  rpID?: string;
  /** False for a device without user verification. */
  verifies?: boolean;
  counter?: number;
}

/** A virtual authenticator with one passkey. Each part of its responses can be made invalid. */
export class Authenticator {
  readonly id = randomBytes(16);
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #site: URL;
  counter = 0;

  constructor(site: string) {
    this.#site = new URL(site);
  }

  #clientData(type: string, challenge: string, { origin }: Behaviour): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: origin ?? this.#site.origin, crossOrigin: false }));
  }

  #data({ rpID, verifies = true, counter = this.counter }: Behaviour, attested: Buffer | null): Buffer {
    const flags = 0x01 | (verifies ? 0x04 : 0) | (attested ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpID ?? this.#site.hostname), Buffer.from([flags]), count, ...(attested ? [attested] : [])]);
  }

  /** Returns the registration response (WebAuthn §5.1.3). */
  create(challenge: string, behaviour: Behaviour = {}) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const bytes = (text: string) => Buffer.from(text, 'base64url');
    const key = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes(x)],
        [-3, bytes(y)],
      ]),
    );
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, key]);
    const authData = this.#data(behaviour, attested);
    const attestation = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    );
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', challenge, behaviour).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Returns the authentication response (WebAuthn §5.1.4). */
  get(challenge: string, behaviour: Behaviour = {}) {
    const clientData = this.#clientData('webauthn.get', challenge, behaviour);
    const authData = this.#data(behaviour, null);
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.#keys.privateKey);
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  #credential(response: object) {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }
}
