import { randomBytes, randomFillSync } from 'node:crypto';

/** Crockford's base32 in lower case: no letter that is easily taken for a digit. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

const signs = 12;
/** Random bytes for many ids, asked of the system at once; none is used twice. */
const drawn = new Uint8Array(256 * signs);
let next = drawn.length;

/**
 * A new public id: 12 characters of Crockford's base32 in lower case, 60 random bits.
 * Ids are random and permanent: they say nothing of a name, an order or a count.
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

/** Returns a secret code of so many characters, five random bits each. */
export const newCode = (length: number): string => Array.from(randomBytes(length), (byte) => alphabet[byte & 31]).join('');
