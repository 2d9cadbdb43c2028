import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { beginPhoto, setPhoto } from '#lib/catalog/ownership/commands/edit-photo.ts';
import { setPrivacy } from '#lib/catalog/ownership/commands/edit-record.ts';
import { encodePhoto } from '#lib/catalog/ownership/commands/encode-photo.ts';
import { mintOwner, type Owner } from '#lib/catalog/ownership/model.ts';
import { ownerSays } from '#lib/catalog/statements/queries/owner-statements.ts';
import { photoOf } from '#lib/catalog/statements/queries/photo.ts';
import { withdrawClaim } from '#lib/governance/claims/commands/end.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import { recordsFile } from '#lib/portal/exports/model/record-files.ts';
import { recordsPart } from '#lib/portal/exports/queries/records.ts';
import { strongDns } from '../evidence.ts';
import { claimBy, own, recorded, recordNow, signedUp } from './stories.ts';
import { databasePerTest } from './test-database.ts';

const picture = (width = 900, height = 600) => sharp({ create: { width, height, channels: 3, background: '#446688' } });
const noise = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 120, sigma: 60 } } });
const refusedPhoto = { ok: false, code: 'photo_unreadable' };

test('a photo becomes a small square JPEG without metadata and without what follows its pixels', async () => {
  const exif = { IFD0: { ImageDescription: 'canary of the coast' }, IFD3: { GPSLatitudeRef: 'N' } };
  const jpeg = await picture().withExif(exif).jpeg().toBuffer();
  const polyglot = Buffer.concat([jpeg, Buffer.from('<script>alert("canary")</script>PK\x03\x04')]);
  for (const bytes of [polyglot, await picture().png().toBuffer(), await picture(40, 2_000).webp().toBuffer()]) {
    const made = Buffer.from(own(await encodePhoto(bytes)), 'base64');
    expect(made.includes('canary')).toBe(false);
    const { format, width, height, exif: kept, icc, xmp } = await sharp(made).metadata();
    expect({ format, width, height, kept, icc, xmp }).toEqual({ format: 'jpeg', width: 288, height: 288 });
  }
  expect(own(await encodePhoto(await noise(1_200, 1_200).jpeg({ quality: 100 }).toBuffer())).length).toBeLessThan(60_001);
});

/** A PNG of one pixel that claims to be of so many. */
async function bomb(side: number): Promise<Buffer> {
  const png = await picture(1, 1).png().toBuffer();
  png.writeUInt32BE(side, 16);
  png.writeUInt32BE(side, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

test('what is no photo is refused: other formats, damaged files, and pictures of too many pixels', async () => {
  const jpeg = await noise(300, 300).jpeg().toBuffer();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>');
  const gif = await picture(20, 20).gif().toBuffer();
  const damaged = [jpeg.subarray(0, jpeg.length / 2), Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('RIFF1234WEBPVP8 ')];
  for (const bytes of [svg, gif, Buffer.alloc(0), ...damaged, await bomb(60_000), await bomb(9_000)])
    expect(await encodePhoto(bytes)).toEqual(refusedPhoto);
});

/** 59 million pixels of one colour in 230 kB, of which none can be seen before all are decoded. */
const interlaced = (depth: 8 | 16) =>
  sharp({ create: { width: 7_700, height: 7_700, channels: 4, background: '#44668880' } })
    .toColourspace(depth === 16 ? 'rgb16' : 'srgb')
    .png({ progressive: true, compressionLevel: 9 })
    .toBuffer();

test('a bomb is refused at its limit of memory, while the server needs none, and the next photo is read', async () => {
  const small = await picture().jpeg().toBuffer();
  const bomb = await interlaced(16);
  expect(bomb.length).toBeLessThan(8_000_000);
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  const [refusal, next] = await Promise.all([encodePhoto(bomb), encodePhoto(small)]);
  clearInterval(timer);
  expect(refusal).toEqual({ ok: false, code: 'photo_too_costly' });
  expect(next.ok).toBe(true);
  expect(most - before).toBeLessThan(100_000_000);
});

test('an account that uploads much waits for itself: others come next', async () => {
  const small = await picture().jpeg().toBuffer();
  const ended: string[] = [];
  const encode = async (account: string) => {
    own(await encodePhoto(small, account));
    ended.push(account);
  };
  await Promise.all(['much', 'much', 'much', 'other'].map(encode));
  expect(ended).toEqual(['much', 'other', 'much', 'much']);
});

const database = databasePerTest();
let ada: Actor;
let owner: Owner;
const jpeg = Buffer.from('a photo').toString('base64');
const shown = async () => (await photoOf(database.store.reader, await recordNow(database.store, owner.authorId)))?.toString();
const said = async () => (await ownerSays(database.store.reader, await recordNow(database.store, owner.authorId)))?.photoSince ?? null;

beforeEach(async () => {
  const { id } = await recorded(database.store, 'Ada Byron');
  ada = await signedUp(database.store, 'Ada');
  own(await claimBy(database.store, ada, { id }, strongDns('ada.example')));
  owner = mintOwner(ada.accountId, id);
});

test('an owner shows a photo, hides it and removes it; it is in the archive', async () => {
  own(await database.store.transact((tx) => setPhoto(tx, owner, jpeg)));
  expect(await shown()).toBe('a photo');
  expect(await said()).toBeInstanceOf(Date);
  const { records } = await recordsPart(database.store.reader, ada);
  expect(records[0]?.statements).toMatchObject([{ field: 'photo', value: jpeg }]);
  expect(recordsFile.shape.records.element.shape.statements.element.shape.value.safeParse('x'.repeat(60_000)).success).toBe(true);
  const privacy = { authorId: owner.authorId, hidden: ['photo' as const], indexed: 'yes' as const };
  own(await database.store.transact((tx) => setPrivacy(tx, owner, privacy)));
  expect([await shown(), await said()]).toEqual([undefined, null]);
  own(await database.store.transact((tx) => setPrivacy(tx, owner, { ...privacy, hidden: [] })));
  own(await database.store.transact((tx) => setPhoto(tx, owner, null)));
  expect([await shown(), await said()]).toEqual([undefined, null]);
});

test('nobody else shows one, ten an hour are enough, and it goes when the profile is given back', async () => {
  const mallory = await signedUp(database.store, 'Mallory');
  const begin = (actor: Actor) => database.store.transact((tx) => beginPhoto(tx, actor, owner));
  expect(await begin(mallory)).toEqual({ ok: false, code: 'not_your_record' });
  const foreign = await database.store.transact((tx) => setPhoto(tx, mintOwner(mallory.accountId, owner.authorId), jpeg));
  expect(foreign).toMatchObject({ ok: false, code: 'not_your_record' });
  for (let at = 0; at < 10; at += 1) own(await begin(ada));
  expect(await begin(ada)).toEqual({ ok: false, code: 'too_many_photos' });
  own(await database.store.transact((tx) => setPhoto(tx, owner, jpeg)));
  const [claim] = await database.store.reader.select().from(claims);
  own(await database.store.transact((tx) => withdrawClaim(tx, ada, { claimId: claim?.id ?? '' })));
  expect(await shown()).toBeUndefined();
});
