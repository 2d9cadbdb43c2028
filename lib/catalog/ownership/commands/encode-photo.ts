import sharp from 'sharp';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';

/** Pixels of each side of a photo as it is shown. */
const side = 288;
/** A photo of a telephone has up to 50 million pixels; a small file can claim many more. */
const maxPixels = 60_000_000;
const withinSeconds = 5;
/** As text in an archive it is no longer. */
const maxEncoded = 60_000;
const qualities = [80, 65, 50, 35];

/** The formats by their first bytes: no other decoder is reached, whatever else a file may be. */
const formats: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
];

let last: Promise<unknown> = Promise.resolve();

/**
 * Makes a square JPEG of a photo. Only its pixels are kept: no metadata, and nothing that is hidden behind or between them. One at a time, so
 * that its memory is bounded.
 * @returns the JPEG in base64
 */
export function encodePhoto(bytes: Buffer): Promise<Outcome<string, 'photo_unreadable'>> {
  const mine = last.then(() => encodeOnce(bytes));
  last = mine.catch(() => undefined);
  return mine;
}

async function encodeOnce(bytes: Buffer): Promise<Outcome<string, 'photo_unreadable'>> {
  if (!formats.some((is) => is(bytes))) return refused('photo_unreadable');
  try {
    const square = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true, pages: 1 })
      .timeout({ seconds: withinSeconds })
      .autoOrient()
      .resize(side, side, { fit: 'cover', position: 'attention' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = square.info;
    for (const quality of qualities) {
      const jpeg = await sharp(square.data, { raw: { width, height, channels } }).jpeg({ quality, progressive: true }).toBuffer();
      const text = jpeg.toString('base64');
      if (text.length <= maxEncoded) return done(text);
    }
  } catch {
    // What cannot be decoded is no photo.
  }
  return refused('photo_unreadable');
}
