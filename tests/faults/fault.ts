import type { TestPostgres } from '../postgres.ts';
import { newPlace, type People, type Place, peopleIn } from './people.ts';
import { noResult, type Result } from './result.ts';
import { type Life, startLife } from './server.ts';
import { verify } from './verify.ts';
import { startWriters, type Writers } from './writers.ts';

/** Parameters of a run of a fault. */
export interface Setting {
  /** Number of kills. */
  rounds: number;
  /** PostgreSQL with fsync enabled; null on SQLite. */
  postgres: TestPostgres | null;
}

export interface Fault {
  name: string;
  engines: readonly ('sqlite' | 'postgres')[];
  /** True if it also runs in `npm test`. */
  isShort?: boolean;
  /** Returns why the fault cannot run on this machine; null if it can. */
  cannotRun?: () => string | null;
  run(setting: Setting): Promise<Result>;
}

/** An instance with its writers, and the result so far. */
export interface Scene {
  place: Place;
  people: People;
  writers: Writers;
  result: Result;
  life: Life;
  /** Records a failure unless the condition holds. */
  expect(condition: boolean, sentence: string): void;
  /** Restarts the instance, and switches the writers to it. */
  restart(settings?: Record<string, string>): Promise<void>;
  end(signal: NodeJS.Signals): Promise<number | null>;
}

interface Staging {
  settings?: Record<string, string>;
  /** Folder for the database and the data. */
  parent?: string;
  /** Maps the database URL to the URL that the instance uses, such as a proxy. */
  through?: (url: string) => string;
  people?: Parameters<typeof peopleIn>[1];
}

/** Runs a fault on an instance with writers, then compares the acknowledged writes with the database. */
export async function play(work: (scene: Scene) => Promise<void>, staging: Staging = {}): Promise<Result> {
  const place = await newPlace(staging.parent);
  const result = noResult();
  try {
    const people = await peopleIn(place.url, staging.people);
    const database = staging.through?.(place.url) ?? place.url;
    const start = (settings?: Record<string, string>) =>
      startLife({ DATABASE_URL: database, DATA_DIR: place.folder, ...staging.settings, ...settings });
    const life = await start();
    if (life.readyMs === null) {
      await life.end('SIGKILL');
      throw new Error(`The instance did not start:\n${life.output()}`);
    }
    const scene: Scene = {
      place,
      people,
      result,
      life,
      writers: startWriters(people, life.url),
      expect(condition, sentence) {
        if (!condition) result.wrong.push(sentence);
      },
      async restart(settings) {
        scene.life = await start(settings);
        if (scene.life.readyMs === null) result.wrong.push(`not ready again: ${scene.life.output().slice(-300)}`);
        else result.readyMs.push(scene.life.readyMs);
        scene.writers.turnTo(scene.life.url);
      },
      async end(signal) {
        const { code, orphans } = await scene.life.end(signal);
        result.orphans += orphans;
        return code;
      },
    };
    try {
      scene.expect(await scene.writers.acknowledge(20), 'nothing was written before the fault');
      await work(scene);
      await scene.writers.stop();
    } finally {
      await scene.end('SIGTERM');
    }
    const { wrong, ...found } = await verify(place.url, scene.writers.written);
    return { ...result, ...found, wrong: [...result.wrong, ...wrong] };
  } finally {
    await place.drop();
  }
}
