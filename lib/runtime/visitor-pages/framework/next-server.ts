/** Takes the place of `next/server` in pages for visitors, which are made when they are asked for. */
export async function connection(): Promise<void> {}
