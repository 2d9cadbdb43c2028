import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { freshDatabase, type TestDatabase } from '../database.ts';

/** The database that is open now, under one name for the whole file. */
const current = (database: () => TestDatabase): TestDatabase => ({
  get store() {
    return database().store;
  },
  get url() {
    return database().url;
  },
  drop: () => database().drop(),
});

/** Opens an empty database before the tests of a file, and drops it after them. */
export function databasePerFile(): TestDatabase {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());
  return current(() => database);
}

/** Opens an empty database before each test, and drops it after it. */
export function databasePerTest(): TestDatabase {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await freshDatabase();
  });
  afterEach(() => database.drop());
  return current(() => database);
}
