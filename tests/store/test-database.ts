import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Store } from '#lib/platform/db/store.ts';
import { freshDatabase, type TestDatabase } from '../database.ts';

/** Forwards to the database that is open at the time of each access. */
const current = (database: () => TestDatabase): TestDatabase => ({
  get store() {
    return database().store;
  },
  get url() {
    return database().url;
  },
  drop: () => database().drop(),
});

export function databasePerFile(): TestDatabase {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());
  return current(() => database);
}

export function databasePerTest(): TestDatabase {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await freshDatabase();
  });
  afterEach(() => database.drop());
  return current(() => database);
}

/** Makes a database the one that `store()` returns in this process. */
export function shareStore(database: TestDatabase): void {
  const globals = globalThis as { peergraphStore?: Store };
  beforeAll(() => {
    globals.peergraphStore = database.store;
  });
  afterAll(() => {
    delete globals.peergraphStore;
  });
}
