import { readFileSync, writeFileSync } from 'node:fs';

/**
 * A clock that a test can move while an instance runs. The product does not depend on it: the processes of an instance load this file first
 * (`node --import`), and read from a file how far their time is ahead of the machine's. Timers and `performance.now()` keep the machine's
 * pace; a browser keeps the machine's time.
 *
 * In a browser test, name the file `<flow>.clock.spec.ts`, so that it gets an instance whose clock it may move (`npm test -- e2e-clock`),
 * and use `moveClock`, `timeAfter` and `scriptEnv` of tests/e2e/move-clock.ts.
 */
const variable = 'TEST_CLOCK_FILE';

/** Returns the environment of a process that follows the clock of a file, as do its children. */
export const clockSettings = (file: string): Record<string, string> => ({
  [variable]: file,
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${import.meta.url}`.trim(),
});

/** Sets how far the time is ahead of the machine's, in milliseconds. Processes that follow the file see it within `rereadMs`. */
export const setAhead = (file: string, ms: number): void => writeFileSync(file, String(ms));

export const rereadMs = 50;

/** Makes this process follow the clock of a file. @returns a function that ends it */
export function followClock(file: string): () => void {
  const machine = Date;
  let ahead = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  const time = (): number => {
    if (performance.now() - readAt > rereadMs) {
      readAt = performance.now();
      ahead = Number(readFileSync(file, 'utf8')) || 0;
    }
    return machine.now() + ahead;
  };
  globalThis.Date = new Proxy(machine, {
    apply: () => new machine(time()).toString(),
    construct: (target, given, made) => Reflect.construct(target, given.length > 0 ? given : [time()], made),
    get: (target, name) => (name === 'now' ? time : Reflect.get(target, name)),
  });
  return () => {
    globalThis.Date = machine;
  };
}

const file = process.env[variable];
if (file) followClock(file);
