import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, type KeyObject, sign, verify } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeOnce } from './write-once.ts';

/** The key that signs the evidence log and trust snapshots. */
export interface SigningKey {
  /** The first 16 hexadecimal digits of the SHA-256 of the raw public key. */
  id: string;
  /** The raw 32 bytes (RFC 8032), base64url. */
  publicKey: string;
  /** Signs a UTF-8 text with Ed25519; returns base64url. */
  sign(text: string): string;
}

const keysFolder = (dataDir: string): string => join(dataDir, 'keys');
/** The prefix that turns 32 raw bytes into a SubjectPublicKeyInfo (RFC 8410). */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');

const rawPublicKeyOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' }).subarray(spkiPrefix.length);
const keyIdOfBytes = (raw: Buffer): string => hash('sha256', raw, 'hex').slice(0, 16);

/** Parses the private key of a file. An invalid file is never replaced, because the log would continue with an untrusted key. */
function parsePrivateKey(pem: string): KeyObject {
  try {
    const secret = createPrivateKey(pem);
    if (secret.asymmetricKeyType === 'ed25519') return secret;
  } catch {
    // Reported below, like any other file without a key.
  }
  throw new Error('keys/current.pem in DATA_DIR holds no Ed25519 key. Put the key of this instance back there, from a copy.');
}

function parseSigningKey(pem: string): SigningKey {
  const secret = parsePrivateKey(pem);
  const raw = rawPublicKeyOf(createPublicKey(secret));
  return {
    id: keyIdOfBytes(raw),
    publicKey: raw.toString('base64url'),
    sign: (text) => sign(null, Buffer.from(text), secret).toString('base64url'),
  };
}

const hasCode = (error: unknown, code: string): boolean => error instanceof Error && 'code' in error && error.code === code;
const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT');

/** Creates a key and its file. Concurrent starts agree on one key. */
function createKeyFile(dataDir: string): string {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const path = join(keysFolder(dataDir), 'current.pem');
  writeOnce(path, pem);
  return readFileSync(path, 'utf8');
}

let cached: { pem: string; key: SigningKey } | undefined;

/** Returns the key of this instance, created on first use. Read on each call, so that a changed key takes effect without a restart. */
export function signingKey(dataDir: string): SigningKey {
  let pem: string;
  try {
    pem = readFileSync(join(keysFolder(dataDir), 'current.pem'), 'utf8');
  } catch (error) {
    // An unreadable key must not be replaced by a new one.
    if (!isMissing(error)) throw error;
    pem = createKeyFile(dataDir);
  }
  if (cached?.pem !== pem) cached = { pem, key: parseSigningKey(pem) };
  return cached.key;
}

const keyFileOf = (dataDir: string, id: string): string => join(keysFolder(dataDir), `${id}.pem`);

/** Returns the id of the key in use; null if there is none yet. */
export function currentSigningKeyId(dataDir: string): string | null {
  const current = join(keysFolder(dataDir), 'current.pem');
  return existsSync(current) ? parseSigningKey(readFileSync(current, 'utf8')).id : null;
}

/** Returns true if the private key of an id is available: in use, or stored under its id after an interrupted change. */
export const hasSigningKey = (dataDir: string, id: string): boolean =>
  existsSync(keyFileOf(dataDir, id)) || currentSigningKeyId(dataDir) === id;

/** Creates a key that is not in use yet, in a file named by its id, so that a failure cannot lose it. */
export function createSigningKey(dataDir: string): SigningKey {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const key = parseSigningKey(pem);
  writeFileSync(keyFileOf(dataDir, key.id), pem, { mode: 0o600, flag: 'wx', flush: true });
  return key;
}

/** Makes a stored key the current one, and stores the previous key under its id. Returns false if the new key is not stored. */
export function activateSigningKey(dataDir: string, id: string): boolean {
  if (!existsSync(keyFileOf(dataDir, id))) return false;
  const [current, next] = [join(keysFolder(dataDir), 'current.pem'), join(keysFolder(dataDir), 'next.pem')];
  writeFileSync(keyFileOf(dataDir, signingKey(dataDir).id), readFileSync(current), { mode: 0o600, flush: true });
  writeFileSync(next, readFileSync(keyFileOf(dataDir, id)), { mode: 0o600, flush: true });
  // Atomic: readers see the old key or the new one.
  renameSync(next, current);
  return true;
}

/** Returns the id of a key: the first 16 hexadecimal digits of the SHA-256 of its raw public bytes (base64url). */
export const signingKeyIdOf = (publicKey: string): string => keyIdOfBytes(Buffer.from(publicKey, 'base64url'));

/** Returns true if a signature over a text was made with a public key. @param publicKey raw bytes, base64url */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  const key = createPublicKey({ key: Buffer.concat([spkiPrefix, Buffer.from(publicKey, 'base64url')]), format: 'der', type: 'spki' });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
}
