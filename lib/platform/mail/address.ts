import { domainToASCII } from 'node:url';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';

const maxAddressCharacters = 254;
const maxLocalCharacters = 64;
/** RFC 5322 dot-atom: no quoted local part, no comment, no display name. */
const localPattern = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const domainPattern = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/**
 * Parses one email address: exactly one addr-spec (RFC 5322 §3.4.1) with a dot-atom local part. The domain is returned in lower case and
 * punycode, the local part in lower case, so that one mailbox is one account. Emails are sent to the normalised address.
 */
export function emailAddress(written: unknown): Outcome<string, 'bad_address'> {
  if (typeof written !== 'string' || written.length > maxAddressCharacters) return refused('bad_address');
  const parts = written.trim().split('@');
  const [name, host] = parts;
  if (parts.length !== 2 || !name || !host || name.length > maxLocalCharacters || !localPattern.test(name)) return refused('bad_address');
  // domainToASCII parses a host as a browser would, so anything that is not clearly a name is rejected first.
  if (/[\s,;:<>()[\]\\"/?#%@|^`{}]/.test(host) || host.startsWith('.') || host.endsWith('.')) return refused('bad_address');
  const ascii = domainToASCII(host.normalize('NFC'));
  if (!domainPattern.test(ascii) || /^[\d.]+$/.test(ascii)) return refused('bad_address');
  const address = `${name.toLowerCase()}@${ascii}`;
  return address.length > maxAddressCharacters ? refused('bad_address') : done(address);
}
