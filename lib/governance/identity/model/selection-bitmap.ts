/**
 * Encodes a selection from a list for a URL: one bit per item, in base64url. The list itself is not included; the decoder must have the
 * same one, which a hash of it (`ChangePreview.seen`) confirms.
 */
export function encodeSelection(list: readonly string[], chosen: ReadonlySet<string>): string {
  const bytes = new Uint8Array(Math.ceil(list.length / 8));
  for (const [index, id] of list.entries()) if (chosen.has(id)) bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (1 << (index & 7));
  return Buffer.from(bytes).toString('base64url');
}

/** Decodes a selection of `encodeSelection` from a list. For any other text the result is arbitrary, possibly empty. */
export function decodeSelection(list: readonly string[], text: string): string[] {
  const bytes = Buffer.from(text, 'base64url');
  return list.filter((_, index) => ((bytes[index >> 3] ?? 0) >> (index & 7)) & 1);
}
