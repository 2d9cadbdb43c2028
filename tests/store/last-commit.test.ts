import { copyFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dialect } from '#lib/platform/db/columns.ts';
import { lastCommitSuffix, lostCommitsMessage } from '#lib/platform/db/last-commit.ts';
import { openStore } from '#lib/platform/db/store.ts';
import { freshDatabase } from '../database.ts';
import { createRecord } from './fixtures.ts';

test.skipIf(dialect === 'postgres')('a start says that acknowledged commits are gone with a removed write-ahead log', async () => {
  const { store, url, drop } = await freshDatabase();
  const file = url.replace('file:', '');
  await createRecord(store, 'Kept');
  // Empties the log; the file has everything so far.
  await store.eraseDeletedRows();
  expect(await lostCommitsMessage(file, () => store.reader)).toBeNull();
  await createRecord(store, 'Gone');
  const killed = `${file}.killed.db`;
  copyFileSync(file, killed);
  copyFileSync(file + lastCommitSuffix, killed + lastCommitSuffix);
  const opened = openStore(`file:${killed}`);
  expect(await lostCommitsMessage(killed, () => opened.reader)).toMatch(
    /lacks its last commit, which was acknowledged\. Its write-ahead log/,
  );
  await createRecord(opened, 'Later');
  expect(await lostCommitsMessage(killed, () => opened.reader)).toBeNull();
  await opened.close();
  await drop();
});
