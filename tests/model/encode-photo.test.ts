import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { encodePhoto } from '#lib/catalog/ownership/commands/encode-photo.ts';

/** Encodes a photo. @throws if it is rejected */
async function encodeOrThrow(bytes: Buffer, account?: string): Promise<string> {
  const outcome = await encodePhoto(bytes, account);
  if (!outcome.ok) throw new Error(outcome.code);
  return outcome.value;
}
const picture = (width = 900, height = 600) => sharp({ create: { width, height, channels: 3, background: '#446688' } });
const noise = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 120, sigma: 60 } } });
const refusedPhoto = { ok: false, code: 'photo_unreadable' };

test('a photo becomes a small square JPEG without metadata or trailing data', async () => {
  const exif = { IFD0: { ImageDescription: 'canary of the coast' }, IFD3: { GPSLatitudeRef: 'N' } };
  const jpeg = await picture().withExif(exif).jpeg().toBuffer();
  const polyglot = Buffer.concat([jpeg, Buffer.from('<script>alert("canary")</script>PK\x03\x04')]);
  for (const bytes of [polyglot, await picture().png().toBuffer(), await picture(40, 2_000).webp().toBuffer()]) {
    const made = Buffer.from(await encodeOrThrow(bytes), 'base64');
    expect(made.includes('canary')).toBe(false);
    const { format, width, height, exif: kept, icc, xmp } = await sharp(made).metadata();
    expect({ format, width, height, kept, icc, xmp }).toEqual({ format: 'jpeg', width: 288, height: 288 });
  }
  expect((await encodeOrThrow(await noise(1_200, 1_200).jpeg({ quality: 100 }).toBuffer())).length).toBeLessThan(60_001);
});

/** Creates a PNG of one pixel whose header claims `side` × `side`. */
async function pngWithSize(side: number): Promise<Buffer> {
  const png = await picture(1, 1).png().toBuffer();
  png.writeUInt32BE(side, 16);
  png.writeUInt32BE(side, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

test('other formats, damaged files and too large pictures are rejected', async () => {
  const jpeg = await noise(300, 300).jpeg().toBuffer();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>');
  const gif = await picture(20, 20).gif().toBuffer();
  const damaged = [jpeg.subarray(0, jpeg.length / 2), Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('RIFF1234WEBPVP8 ')];
  for (const bytes of [svg, gif, Buffer.alloc(0), ...damaged, await pngWithSize(60_000), await pngWithSize(9_000)])
    expect(await encodePhoto(bytes)).toEqual(refusedPhoto);
});

/** Creates an interlaced PNG of 59 million pixels in 230 kB, which must be decoded completely. */
const interlaced = (depth: 8 | 16) =>
  sharp({ create: { width: 7_700, height: 7_700, channels: 4, background: '#44668880' } })
    .toColourspace(depth === 16 ? 'rgb16' : 'srgb')
    .png({ progressive: true, compressionLevel: 9 })
    .toBuffer();

test('a decompression bomb is rejected at its memory limit, the server needs none, and the next photo is read', async () => {
  const small = await picture().jpeg().toBuffer();
  const pngWithSize = await interlaced(16);
  expect(pngWithSize.length).toBeLessThan(8_000_000);
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  const [refusal, next] = await Promise.all([encodePhoto(pngWithSize), encodePhoto(small)]);
  clearInterval(timer);
  expect(refusal).toEqual({ ok: false, code: 'photo_too_costly' });
  expect(next.ok).toBe(true);
  expect(most - before).toBeLessThan(100_000_000);
});

test('an account that uploads often waits behind others', async () => {
  const small = await picture().jpeg().toBuffer();
  const ended: string[] = [];
  const encode = async (account: string) => {
    await encodeOrThrow(small, account);
    ended.push(account);
  };
  await Promise.all(['much', 'much', 'much', 'other'].map(encode));
  expect(ended).toEqual(['much', 'other', 'much', 'much']);
});
