/**
 * Some works out of a list, short enough for an address: one bit for each work of the list, in base64url. The list itself is not in it;
 * the person who reads it back must have the same one, which a mark of it (`ChangePreview.seen`) tells.
 */
export function packed(list: readonly string[], chosen: ReadonlySet<string>): string {
  const bytes = new Uint8Array(Math.ceil(list.length / 8));
  for (const [at, id] of list.entries()) if (chosen.has(id)) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (1 << (at & 7));
  return Buffer.from(bytes).toString('base64url');
}

/** The works that a text of `packed` chooses from a list; of any other text none, or those that its bits happen to name. */
export function unpacked(list: readonly string[], text: string): string[] {
  const bytes = Buffer.from(text, 'base64url');
  return list.filter((_, at) => ((bytes[at >> 3] ?? 0) >> (at & 7)) & 1);
}
