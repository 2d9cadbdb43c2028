import { readFileSync, writeFileSync } from 'node:fs';

/**
 * A clock that a test can move while an instance runs. Nothing of the product knows it: the processes of an instance load this file
 * before anything else (`node --import`), and then ask a file how far their time is ahead of the machine's. Timers and
 * `performance.now()` keep the machine's pace; a browser keeps the machine's time.
 *
 * In a walk: name the file `<what>.clock.spec.ts`, so that it gets an instance whose clock it may move (`npm test -- e2e-clock`), and
 * take `moveClock`, `timeAfter` and `scriptEnv` of tests/e2e/move-clock.ts.
 */
const variable = 'TEST_CLOCK_FILE';

/** Settings of a process, and of all that it starts, whose time is that of the file. */
export const clockSettings = (file: string): Record<string, string> => ({
  [variable]: file,
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${import.meta.url}`.trim(),
});

/** Says how far ahead of the machine's the time is from now on. Every process that follows the file knows it within `rereadMs`. */
export const setAhead = (file: string, ms: number): void => writeFileSync(file, String(ms));

export const rereadMs = 50;

/** This process's time is that of the file, until the function that is returned is called. */
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
