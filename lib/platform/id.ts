import { randomBytes, randomFillSync } from 'node:crypto';

/** Crockford's base32 in lower case, without letters that resemble digits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

const idCharacters = 12;
/** A pool of random bytes for 256 ids, filled by one system call. No byte is used twice. */
const randomPool = new Uint8Array(256 * idCharacters);
let nextByte = randomPool.length;

/**
 * Returns a new public id: 12 characters of Crockford's base32 in lower case, 60 random bits. Ids are random and permanent, and reveal no
 * name, order or count.
 */
export function newId(): string {
  if (nextByte === randomPool.length) {
    randomFillSync(randomPool);
    nextByte = 0;
  }
  let id = '';
  for (const end = nextByte + idCharacters; nextByte < end; nextByte += 1) id += alphabet[(randomPool[nextByte] ?? 0) & 31];
  return id;
}

/** Returns a secret code of `length` characters, with five random bits each. */
export const newCode = (length: number): string => Array.from(randomBytes(length), (byte) => alphabet[byte & 31]).join('');
