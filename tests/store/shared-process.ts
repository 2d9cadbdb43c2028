import { afterAll, afterEach } from 'vitest';
import { setClock } from '#lib/platform/clock.ts';

/** Files share the modules of their process: what one has set is as it was when the next begins. */
const settings = { ...process.env };

/** After what a test does itself at its end. */
afterEach(() => setClock(() => new Date()));

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in settings)) delete process.env[name];
  Object.assign(process.env, settings);
});
