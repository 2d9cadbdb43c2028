const digits = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Returns the address of an organisation in the ROR registry.
 * @param id bare ROR id: seven digits in base 32 and two check digits (ISO/IEC 7064, MOD 97-10)
 * @returns undefined if the check digits are wrong: the registry assigns no such id, and the sample's invented organisation has one
 */
export function rorAddress(id: string): string | undefined {
  const number = [...id.slice(0, 7)].reduce((sum, digit) => sum * digits.length + digits.indexOf(digit), 0);
  return 98 - ((number * 100) % 97) === Number(id.slice(7)) ? `https://ror.org/${id}` : undefined;
}
