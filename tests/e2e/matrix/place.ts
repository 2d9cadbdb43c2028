import { execFileSync } from 'node:child_process';
import { test } from '@playwright/test';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';
import { type Instance, startInstance } from '../../instance.ts';
import { ownDatabase } from '../instance-database.ts';
import { asker, requests } from './ask.ts';
import { type Watch, watch } from './database.ts';
import type { World } from './roles.ts';
import type { Ground } from './tries.ts';

/** An instance with somebody of each role and an object of each kind, for the tests of a file. */
interface Place {
  instance: Instance;
  ground: Ground;
  database: Watch;
  /** What was tried, for the line at the end. */
  figures: string[];
}

/** Starts the instance before the tests of a file, and stops it after them. */
export function instanceWithEveryone(name: string): Place {
  const place = { figures: [] as string[] } as Place;
  test.beforeAll(async () => {
    test.setTimeout(400_000);
    const instance = await startInstance({ ...(await ownDatabase(name)), ORCID_CLIENT_ID: '', ORCID_CLIENT_SECRET: '' });
    const { E2E_DATABASE_URL: DATABASE_URL = '', E2E_DATA_DIR: DATA_DIR = '' } = instance.env;
    const env = { ...process.env, DATABASE_URL, DATA_DIR, PUBLIC_URL: instance.url };
    const made = execFileSync(process.execPath, [databaseFlag(), '--conditions=react-server', 'tests/e2e/matrix/world.ts'], { env });
    const world = JSON.parse(made.toString()) as World;
    const ground = { url: instance.url, world, asker: asker(instance.url, world) };
    Object.assign(place, { instance, ground, database: await watch(DATABASE_URL) });
  });
  test.afterAll(async () => {
    console.log(`The matrix: ${place.figures.join('; ')}; ${requests()} requests in all.`);
    await place.database?.close();
    await place.instance?.stop();
  });
  return place;
}

/** At most some of many sentences, so that a report can be read. */
export const some = (faults: readonly string[]): string[] =>
  faults.length > 40 ? [...faults.slice(0, 40), `and ${faults.length - 40} more`] : [...faults];
