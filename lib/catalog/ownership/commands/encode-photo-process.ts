import sharp from 'sharp';
import { isOutOfMemory, processOneInput } from '#lib/platform/processes/answer-once.ts';
import { maxPhotoPixels } from '../model.ts';

/** Width and height of a stored photo in pixels. */
const sidePixels = 288;
/** Upper bound on the base64 text in characters. */
const maxEncodedCharacters = 60_000;
const jpegQualities = [80, 65, 50, 35];

sharp.cache(false);
sharp.concurrency(1);

/** Returns the JPEG in base64; null if the input is not a photo. */
async function encode(bytes: Uint8Array): Promise<string | null> {
  try {
    const square = await sharp(bytes, { limitInputPixels: maxPhotoPixels, failOn: 'error', sequentialRead: true, pages: 1 })
      .autoOrient()
      .resize(sidePixels, sidePixels, { fit: 'cover', position: 'attention' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = square.info;
    for (const quality of jpegQualities) {
      const jpeg = await sharp(square.data, { raw: { width, height, channels } }).jpeg({ quality, progressive: true }).toBuffer();
      const text = jpeg.toString('base64');
      if (text.length <= maxEncodedCharacters) return text;
    }
  } catch (error) {
    if (isOutOfMemory(error)) throw error;
    // Input that cannot be decoded is not a photo.
  }
  return null;
}

processOneInput(encode);
