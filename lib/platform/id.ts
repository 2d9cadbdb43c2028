import { randomBytes, randomFillSync } from 'node:crypto';

/** Crockford's base32 in lower case, without letters that resemble digits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

const signs = 12;
/** A pool of random bytes for 256 ids, filled by one system call. No byte is used twice. */
const drawn = new Uint8Array(256 * signs);
let next = drawn.length;

/**
 * Returns a new public id: 12 characters of Crockford's base32 in lower case, 60 random bits. Ids are random and permanent, and reveal no
 * name, order or count.
 */
export function newId(): string {
  if (next === drawn.length) {
    randomFillSync(drawn);
    next = 0;
  }
  let id = '';
  for (const end = next + signs; next < end; next += 1) id += alphabet[(drawn[next] ?? 0) & 31];
  return id;
}

/** Returns a secret code of `length` characters, with five random bits each. */
export const newCode = (length: number): string => Array.from(randomBytes(length), (byte) => alphabet[byte & 31]).join('');
