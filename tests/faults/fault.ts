import type { TestPostgres } from '../postgres.ts';
import { createPeople, createStorage, type InstanceStorage, type People } from './people.ts';
import { noResult, type Result } from './result.ts';
import { type RunningInstance, startRunningInstance } from './server.ts';
import { verify } from './verify.ts';
import { startWriters, type Writers } from './writers.ts';

/** Parameters of a run of a fault. */
export interface FaultParameters {
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
  run(setting: FaultParameters): Promise<Result>;
}

/** An instance with its writers, and the result so far. */
export interface FaultContext {
  storage: InstanceStorage;
  people: People;
  writers: Writers;
  result: Result;
  instance: RunningInstance;
  /** Records a failure unless the condition holds. */
  expect(condition: boolean, sentence: string): void;
  /** Restarts the instance, and switches the writers to it. */
  restart(settings?: Record<string, string>): Promise<void>;
  end(signal: NodeJS.Signals): Promise<number | null>;
}

interface FaultOptions {
  settings?: Record<string, string>;
  /** Folder for the database and the data. */
  parent?: string;
  /** Maps the database URL to the URL that the instance uses, such as a proxy. */
  through?: (url: string) => string;
  people?: Parameters<typeof createPeople>[1];
}

/** Runs a fault on an instance with writers, then compares the acknowledged writes with the database. */
export async function runFault(work: (context: FaultContext) => Promise<void>, options: FaultOptions = {}): Promise<Result> {
  const storage = await createStorage(options.parent);
  const result = noResult();
  try {
    const people = await createPeople(storage.url, options.people);
    const database = options.through?.(storage.url) ?? storage.url;
    const start = (settings?: Record<string, string>) =>
      startRunningInstance({ DATABASE_URL: database, DATA_DIR: storage.folder, ...options.settings, ...settings });
    const instance = await start();
    if (instance.readyMs === null) {
      await instance.end('SIGKILL');
      throw new Error(`The instance did not start:\n${instance.output()}`);
    }
    const context: FaultContext = {
      storage,
      people,
      result,
      instance,
      writers: startWriters(people, instance.url),
      expect(condition, sentence) {
        if (!condition) result.wrong.push(sentence);
      },
      async restart(settings) {
        context.instance = await start(settings);
        if (context.instance.readyMs === null) result.wrong.push(`not ready again: ${context.instance.output().slice(-300)}`);
        else result.readyMs.push(context.instance.readyMs);
        context.writers.switchTo(context.instance.url);
      },
      async end(signal) {
        const { code, orphans } = await context.instance.end(signal);
        result.orphans += orphans;
        return code;
      },
    };
    try {
      context.expect(await context.writers.acknowledge(20), 'nothing was written before the fault');
      await work(context);
      await context.writers.stop();
    } finally {
      await context.end('SIGTERM');
    }
    const { wrong, ...found } = await verify(storage.url, context.writers.written);
    return { ...result, ...found, wrong: [...result.wrong, ...wrong] };
  } finally {
    await storage.drop();
  }
}
