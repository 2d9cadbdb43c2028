import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { test } from '@playwright/test';
import { clockSettings, rereadMs, setAhead } from '../clock.ts';

/**
 * Returns the file that holds the instance's clock offset. Tests move the clock only forward, because log entries must not go back in time.
 * Sessions end after 30 days without use: after a longer step people sign in again.
 */
const clockFile = (): string => {
  if (!process.env.E2E_CLOCK) throw new Error('This test moves the clock: its file must end in .clock.spec.ts.');
  return process.env.E2E_CLOCK;
};

/** Clock offset in ms at the beginning of each spec file: several files share an instance (tests/run.ts). */
const initialOffsets = new Map<string, number>();

function initialOffset(): number {
  const walk = test.info().file;
  const offset = initialOffsets.get(walk) ?? Number(readFileSync(clockFile(), 'utf8'));
  initialOffsets.set(walk, offset);
  return offset;
}

const offsetAfter = (days: number): number => initialOffset() + days * 86_400_000;

/** Sets the clock to the given number of days after the beginning of the spec file, for the instance, its worker and the fake servers. */
export async function moveClock(days: number): Promise<void> {
  setAhead(clockFile(), offsetAfter(days));
  await wait(3 * rereadMs);
}

/** Returns the instance's time if its clock is the given number of days after the beginning of the spec file. */
export const timeAfter = (days: number): Date => new Date(Date.now() + offsetAfter(days));

/** Returns the environment for scripts that a test runs on the instance's database and with its clock. */
export const scriptEnv = (): NodeJS.ProcessEnv => ({
  ...process.env,
  ...(process.env.E2E_CLOCK ? clockSettings(process.env.E2E_CLOCK) : {}),
  DATABASE_URL: process.env.E2E_DATABASE_URL,
  DATA_DIR: process.env.E2E_DATA_DIR,
  LOG_LEVEL: 'error',
});
