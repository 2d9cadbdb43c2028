import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { ProcessLimitError, runInProcess } from '#lib/platform/processes/bounded-process.ts';

const scriptPath = 'lib/catalog/ownership/commands/encode-photo-process.ts';
/**
 * Enough for 50 million pixels as phones store them, but not for as many 16-bit pixels in an interlaced image, which is decoded as a whole.
 */
const processLimits = { withinMs: 10_000, memoryMb: 384 };

/** Accepted formats by their first bytes. No other decoder is used, whatever the file contains. */
const formatChecks: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
];

/**
 * Encodes a photo as a square JPEG. Only pixels are kept: metadata and hidden data are removed. Decoding runs in a separate process with
 * limits on time and memory.
 * @param account the account that uploads
 * @returns the JPEG in base64
 */
export async function encodePhoto(bytes: Buffer, account?: string): Promise<Outcome<string, 'photo_unreadable' | 'photo_too_costly'>> {
  if (!formatChecks.some((isFormat) => isFormat(bytes))) return refused('photo_unreadable');
  try {
    const jpeg = await runInProcess<string | null>(scriptPath, bytes, { ...processLimits, ...(account && { account }) });
    return jpeg === null ? refused('photo_unreadable') : done(jpeg);
  } catch (error) {
    if (error instanceof ProcessLimitError) return refused('photo_too_costly');
    throw error;
  }
}
