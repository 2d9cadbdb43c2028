import { randomBytes } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * A new public id: 12 characters of Crockford's base32 in lower case, 60 random bits.
 * Ids are random and permanent: they say nothing of a name, an order or a count.
 */
export function newId(): string {
  let id = '';
  for (const byte of randomBytes(12)) id += alphabet[byte & 31];
  return id;
}
