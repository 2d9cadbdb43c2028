import sharp from 'sharp';
import { answerOnce, isOutOfMemory } from '#lib/platform/processes/answer-once.ts';

/** Pixels of each side of a photo as it is shown. */
const side = 288;
/** A photo of a telephone has up to 50 million pixels; a small file can claim many more. */
const maxPixels = 60_000_000;
/** As text in an archive it is no longer. */
const maxEncoded = 60_000;
const qualities = [80, 65, 50, 35];

sharp.cache(false);
sharp.concurrency(1);

/** The JPEG in base64; null of what is no photo. */
async function encode(bytes: Uint8Array): Promise<string | null> {
  try {
    const square = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true, pages: 1 })
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
      if (text.length <= maxEncoded) return text;
    }
  } catch (error) {
    if (isOutOfMemory(error)) throw error;
    // What cannot be decoded is no photo.
  }
  return null;
}

answerOnce(encode);
