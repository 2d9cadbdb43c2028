import { setTimeout as wait } from 'node:timers/promises';
import { clockSettings, rereadMs, setAhead } from '../clock.ts';

/**
 * Walks whose time moves. Sessions end after 30 days without use, so that the person who goes on after a longer step signs in again; the log does not like
 * a clock that goes back, so a walk only moves it forward.
 */
const file = (): string => {
  if (!process.env.E2E_CLOCK) throw new Error('This walk moves the clock: its file must end in .clock.spec.ts.');
  return process.env.E2E_CLOCK;
};

/** Sets the instance's clock so many days ahead of the machine's, for its pages, its worker and the servers of the test. */
export async function moveClock(daysAhead: number): Promise<void> {
  setAhead(file(), daysAhead * 86_400_000);
  await wait(3 * rereadMs);
}

/** The environment for scripts of the product that a walk runs itself, on the instance's database and at its time. */
export const scriptEnv = (): NodeJS.ProcessEnv => ({
  ...process.env,
  ...(process.env.E2E_CLOCK ? clockSettings(process.env.E2E_CLOCK) : {}),
  DATABASE_URL: process.env.E2E_DATABASE_URL,
  DATA_DIR: process.env.E2E_DATA_DIR,
  LOG_LEVEL: 'error',
});
