import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, type KeyObject, sign, verify } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeOnce } from './write-once.ts';

/** The key that the evidence log and its snapshots are signed with. */
export interface SigningKey {
  /** The first 16 hexadecimal digits of the SHA-256 of the raw public key. */
  id: string;
  /** The raw 32 bytes (RFC 8032), base64url. */
  publicKey: string;
  /** Ed25519 over a text in UTF-8, base64url. */
  sign(text: string): string;
}

const folder = (dataDir: string): string => join(dataDir, 'keys');
/** The prefix that makes SubjectPublicKeyInfo (RFC 8410) of 32 raw bytes. */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');

const rawOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' }).subarray(spkiPrefix.length);
const idOf = (raw: Buffer): string => hash('sha256', raw, 'hex').slice(0, 16);

/** The private key that a file holds. A file that holds none is never replaced: the log would go on with a key that nobody trusts. */
function secretIn(pem: string): KeyObject {
  try {
    const secret = createPrivateKey(pem);
    if (secret.asymmetricKeyType === 'ed25519') return secret;
  } catch {
    // Told below, as any other file that is no key.
  }
  throw new Error('keys/current.pem in DATA_DIR holds no Ed25519 key. Put the key of this instance back there, from a copy.');
}

function keyFrom(pem: string): SigningKey {
  const secret = secretIn(pem);
  const raw = rawOf(createPublicKey(secret));
  return {
    id: idOf(raw),
    publicKey: raw.toString('base64url'),
    sign: (text) => sign(null, Buffer.from(text), secret).toString('base64url'),
  };
}

const hasCode = (error: unknown, code: string): boolean => error instanceof Error && 'code' in error && error.code === code;
const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT');

/** Makes a key and the file that holds it; of two processes that begin at once, both end with the same one. */
function makeKey(dataDir: string): string {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const path = join(folder(dataDir), 'current.pem');
  writeOnce(path, pem);
  return readFileSync(path, 'utf8');
}

let cached: { pem: string; key: SigningKey } | undefined;

/** The key of this instance, made on first use; read again each time, so that a changed key is taken up without a restart. */
export function signingKey(dataDir: string): SigningKey {
  let pem: string;
  try {
    pem = readFileSync(join(folder(dataDir), 'current.pem'), 'utf8');
  } catch (error) {
    // A key that is there and cannot be read is no reason for another.
    if (!isMissing(error)) throw error;
    pem = makeKey(dataDir);
  }
  if (cached?.pem !== pem) cached = { pem, key: keyFrom(pem) };
  return cached.key;
}

const fileOf = (dataDir: string, id: string): string => join(folder(dataDir), `${id}.pem`);

/** True where the private key of an id is here: in use, or kept under its id after an interrupted change. */
export function hasKey(dataDir: string, id: string): boolean {
  if (existsSync(fileOf(dataDir, id))) return true;
  const current = join(folder(dataDir), 'current.pem');
  return existsSync(current) && keyFrom(readFileSync(current, 'utf8')).id === id;
}

/** A new key, kept in a file of its own under its id, and not yet in use: whatever happens now, it is not lost. */
export function newKey(dataDir: string): SigningKey {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const key = keyFrom(pem);
  writeFileSync(fileOf(dataDir, key.id), pem, { mode: 0o600, flag: 'wx', flush: true });
  return key;
}

/** Puts a key that is kept under its id in the place of the current one, which stays beside it under its own; false where it is not kept. */
export function adoptKey(dataDir: string, id: string): boolean {
  if (!existsSync(fileOf(dataDir, id))) return false;
  const [current, next] = [join(folder(dataDir), 'current.pem'), join(folder(dataDir), 'next.pem')];
  writeFileSync(fileOf(dataDir, signingKey(dataDir).id), readFileSync(current), { mode: 0o600, flush: true });
  writeFileSync(next, readFileSync(fileOf(dataDir, id)), { mode: 0o600, flush: true });
  // One step: anyone who reads sees the old key or the new one, never half of it.
  renameSync(next, current);
  return true;
}

/** The id of a key: the first 16 hexadecimal digits of the SHA-256 of its raw public bytes (base64url). */
export const keyIdOf = (publicKey: string): string => idOf(Buffer.from(publicKey, 'base64url'));

/** True where a signature over a text was made with the key of these raw public bytes (base64url). */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  const key = createPublicKey({ key: Buffer.concat([spkiPrefix, Buffer.from(publicKey, 'base64url')]), format: 'der', type: 'spki' });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
}
