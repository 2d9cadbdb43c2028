import { beforeEach, expect, test } from 'vitest';
import { admitPhotoUpload, setPhoto } from '#lib/catalog/ownership/commands/edit-photo.ts';
import { setPrivacy } from '#lib/catalog/ownership/commands/edit-record.ts';
import { mintOwner, type Owner } from '#lib/catalog/ownership/model.ts';
import { readPublicStatements } from '#lib/catalog/statements/queries/owner-statements.ts';
import { photoOf } from '#lib/catalog/statements/queries/photo.ts';
import { withdrawClaim } from '#lib/governance/claims/commands/end.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import { recordsFile } from '#lib/portal/exports/model/record-files.ts';
import { recordsContent } from '#lib/portal/exports/queries/records.ts';
import { strongDns } from '../evidence.ts';
import { claimWithEvidence, createAccount, createRecord, getRecord, unwrap } from './fixtures.ts';
import { databasePerTest } from './test-database.ts';

const database = databasePerTest();
let ada: Actor;
let owner: Owner;
const jpeg = Buffer.from('a photo').toString('base64');
const shownPhoto = async () => (await photoOf(database.store.reader, await getRecord(database.store, owner.authorId)))?.toString();
const readPhotoSince = async () =>
  (await readPublicStatements(database.store.reader, await getRecord(database.store, owner.authorId)))?.photoSince ?? null;

beforeEach(async () => {
  const { id } = await createRecord(database.store, 'Ada Byron');
  ada = await createAccount(database.store, 'Ada');
  unwrap(await claimWithEvidence(database.store, ada, { id }, strongDns('ada.example')));
  owner = mintOwner(ada.accountId, id);
});

test('an owner shows a photo, hides it and removes it; the archive contains it', async () => {
  unwrap(await database.store.transact((tx) => setPhoto(tx, owner, jpeg)));
  expect(await shownPhoto()).toBe('a photo');
  expect(await readPhotoSince()).toBeInstanceOf(Date);
  const { records } = await recordsContent(database.store.reader, ada);
  expect(records[0]?.statements).toMatchObject([{ field: 'photo', value: jpeg }]);
  expect(recordsFile.shape.records.element.shape.statements.element.shape.value.safeParse('x'.repeat(60_000)).success).toBe(true);
  const privacy = { authorId: owner.authorId, hidden: ['photo' as const], indexed: 'yes' as const };
  unwrap(await database.store.transact((tx) => setPrivacy(tx, owner, privacy)));
  expect([await shownPhoto(), await readPhotoSince()]).toEqual([undefined, null]);
  unwrap(await database.store.transact((tx) => setPrivacy(tx, owner, { ...privacy, hidden: [] })));
  unwrap(await database.store.transact((tx) => setPhoto(tx, owner, null)));
  expect([await shownPhoto(), await readPhotoSince()]).toEqual([undefined, null]);
});

test('only the owner can show one, ten times an hour, and it is deleted when the profile is released', async () => {
  const mallory = await createAccount(database.store, 'Mallory');
  const begin = (actor: Actor) => database.store.transact((tx) => admitPhotoUpload(tx, actor, owner));
  expect(await begin(mallory)).toEqual({ ok: false, code: 'not_your_record' });
  const foreign = await database.store.transact((tx) => setPhoto(tx, mintOwner(mallory.accountId, owner.authorId), jpeg));
  expect(foreign).toMatchObject({ ok: false, code: 'not_your_record' });
  for (let at = 0; at < 10; at += 1) unwrap(await begin(ada));
  expect(await begin(ada)).toEqual({ ok: false, code: 'too_many_photos' });
  unwrap(await database.store.transact((tx) => setPhoto(tx, owner, jpeg)));
  const [claim] = await database.store.reader.select().from(claims);
  unwrap(await database.store.transact((tx) => withdrawClaim(tx, ada, { claimId: claim?.id ?? '' })));
  expect(await shownPhoto()).toBeUndefined();
});
