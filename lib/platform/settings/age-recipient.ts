const bech32Letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const bech32Generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/** Returns true for a public age key: Bech32 (BIP 173) with a valid checksum, and at least the 32 bytes of an X25519 key. */
export function isAgeRecipient(text: string): boolean {
  const [, prefix, data] = /^(age(?:1[a-z]+)?)1([02-9ac-hj-np-z]{58,})$/.exec(text) ?? [];
  if (prefix === undefined || data === undefined) return false;
  const codes = [...prefix].map((letter) => letter.charCodeAt(0));
  const values = [
    ...codes.map((code) => code >> 5),
    0,
    ...codes.map((code) => code & 31),
    ...[...data].map((letter) => bech32Letters.indexOf(letter)),
  ];
  const checksum = values.reduce((sum, value) => {
    const shifted = ((sum & 0x1ffffff) << 5) ^ value;
    return bech32Generator.reduce((mixed, part, bit) => ((sum >>> 25) & (1 << bit) ? mixed ^ part : mixed), shifted);
  }, 1);
  return checksum === 1;
}
