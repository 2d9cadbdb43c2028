import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { test } from '@playwright/test';
import { clockSettings, rereadMs, setAhead } from '../clock.ts';

/**
 * Walks whose time moves. Sessions end after 30 days without use, so that the person who goes on after a longer step signs in again; the log does not like
 * a clock that goes back, so a walk only moves it forward.
 */
const file = (): string => {
  if (!process.env.E2E_CLOCK) throw new Error('This walk moves the clock: its file must end in .clock.spec.ts.');
  return process.env.E2E_CLOCK;
};

/** How far the clock was ahead of the machine's when each walk began: walks of a few days share an instance (tests/run.ts). */
const beginnings = new Map<string, number>();

function aheadAtBeginning(): number {
  const walk = test.info().file;
  const ahead = beginnings.get(walk) ?? Number(readFileSync(file(), 'utf8'));
  beginnings.set(walk, ahead);
  return ahead;
}

const aheadAfter = (days: number): number => aheadAtBeginning() + days * 86_400_000;

/** Sets the instance's clock to so many days after the beginning of the walk, for its pages, its worker and the servers of the test. */
export async function moveClock(days: number): Promise<void> {
  setAhead(file(), aheadAfter(days));
  await wait(3 * rereadMs);
}

/** What the instance's clock says now if it was moved to so many days after the beginning of the walk. */
export const timeAfter = (days: number): Date => new Date(Date.now() + aheadAfter(days));

/** The environment for scripts of the product that a walk runs itself, on the instance's database and at its time. */
export const scriptEnv = (): NodeJS.ProcessEnv => ({
  ...process.env,
  ...(process.env.E2E_CLOCK ? clockSettings(process.env.E2E_CLOCK) : {}),
  DATABASE_URL: process.env.E2E_DATABASE_URL,
  DATA_DIR: process.env.E2E_DATA_DIR,
  LOG_LEVEL: 'error',
});
