import { bech32 } from '@scure/base';

/** Returns true for a public age key: Bech32 (BIP 173) with a valid checksum, and at least the 32 bytes of an X25519 key. */
export const isAgeRecipient = (text: string): boolean =>
  /^age(?:1[a-z]+)?1[02-9ac-hj-np-z]{58,}$/.test(text) && bech32.decodeUnsafe(text, false) !== undefined;
