import { afterAll, afterEach } from 'vitest';
import { setClock } from '#lib/platform/clock.ts';

/** Test files share the modules of their process, so that each file starts with the original settings. */
const settings = { ...process.env };

/** Runs after the cleanup of the tests themselves. */
afterEach(() => setClock(() => new Date()));

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in settings)) delete process.env[name];
  Object.assign(process.env, settings);
});
