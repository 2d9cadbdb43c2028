/** Replaces `next/server` in visitor pages, which are always rendered on request. */
export async function connection(): Promise<void> {}
