import { expect, test } from 'vitest';
import { acceptSecret, compareSecret, requireSameSecret } from '#lib/platform/keys/secret-check.ts';
import { databasePerTest } from './test-database.ts';

const database = databasePerTest();
const [first, second] = ['a secret of at least 32 characters', 'another secret of 32 characters or more'];

test('a database is refused with another secret than the one that it was used with, until that one is accepted', async () => {
  const { store } = database;
  expect(await compareSecret(store.reader, first)).toBe('unknown');
  await requireSameSecret(store, first);
  await requireSameSecret(store, first);
  await expect(requireSameSecret(store, second)).rejects.toThrow(/Restore it: .* npm run doctor -- accept-secret/s);
  expect(await compareSecret(store.reader, second)).toBe('other');
  await store.transact((tx) => acceptSecret(tx, second));
  await requireSameSecret(store, second);
  expect(await compareSecret(store.reader, first)).toBe('other');
});
