/** Replaces `next/server` in static markup, which is always rendered on request. */
export async function connection(): Promise<void> {}
