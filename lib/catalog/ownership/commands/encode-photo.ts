import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { inProcess, ProcessLimitError } from '#lib/platform/processes/bounded-process.ts';

const script = 'lib/catalog/ownership/commands/encode-photo-process.ts';
/** Enough for 50 million pixels as telephones store them; not for as many with 16 bits each, of which none is complete before the last. */
const limits = { withinMs: 10_000, memoryMb: 384 };

/** The formats by their first bytes: no other decoder is reached, whatever else a file may be. */
const formats: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
];

/**
 * Makes a square JPEG of a photo. Only its pixels are kept: no metadata, and nothing that is hidden behind or between them. It is decoded in a
 * process of its own, which has limits of time and memory.
 * @param account who asks
 * @returns the JPEG in base64
 */
export async function encodePhoto(bytes: Buffer, account?: string): Promise<Outcome<string, 'photo_unreadable' | 'photo_too_costly'>> {
  if (!formats.some((is) => is(bytes))) return refused('photo_unreadable');
  try {
    const jpeg = await inProcess<string | null>(script, bytes, { ...limits, ...(account && { account }) });
    return jpeg === null ? refused('photo_unreadable') : done(jpeg);
  } catch (error) {
    if (error instanceof ProcessLimitError) return refused('photo_too_costly');
    throw error;
  }
}
