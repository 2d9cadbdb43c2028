import { expect, test } from 'vitest';
import { followAuthor, unfollowAuthor } from '#lib/community/follows/commands/authors.ts';
import { defaultSchedule } from '#lib/community/notifications/model/digest-schedule.ts';
import { digestQuestionOf } from '#lib/community/notifications/queries/settings.ts';
import { setSchedule } from '#lib/portal/digests/commands.ts';
import { createAccount, createRecord } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();

test('a first follow asks about the digest until it is answered, and later follows do not', async () => {
  const { store } = database;
  const actor = await createAccount(store, 'Asked Once');
  const [one, other] = [await createRecord(store, 'First Followed'), await createRecord(store, 'Second Followed')];
  const follow = (authorId: string) => store.transact((tx) => followAuthor(tx, actor, { authorId }));
  const question = () => digestQuestionOf(store.reader, actor);
  expect(await question()).toBeNull();
  expect(await follow(one.id)).toMatchObject({ ok: true, value: { asksDigest: true } });
  expect(await question()).toBe('open');
  expect(await follow(other.id)).toEqual({ ok: true, value: { state: 'on', followers: 1 } });
  await store.transact((tx) => setSchedule(tx, actor, { ...defaultSchedule, frequency: 'off' }));
  expect(await question()).toBe('answered');
  for (const { id } of [one, other]) await store.transact((tx) => unfollowAuthor(tx, actor, { authorId: id }));
  await follow(one.id);
  expect(await question()).toBe('answered');
});
