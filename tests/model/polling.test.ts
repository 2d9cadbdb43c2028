import { afterEach, expect, test, vi } from 'vitest';
import { type Polled, poll } from '#components/live/poll.ts';
import { jobPollIntervals } from '#components/live/poll-intervals.ts';

afterEach(() => vi.unstubAllGlobals());

const before: Polled<string> = { value: 'waiting', intervalMs: 10_000 };
const pollOnce = (answer: () => Promise<Response>) => {
  vi.stubGlobal('fetch', answer);
  const read = (json: unknown) => (json && typeof json === 'object' && 'state' in json ? String(json.state) : null);
  return poll('/state', before, { intervals: jobPollIntervals, read, signal: new AbortController().signal });
};

test('asks again soon when the value has changed', async () => {
  expect(await pollOnce(async () => Response.json({ state: 'ready' }))).toEqual({ value: 'ready', intervalMs: jobPollIntervals.minMs });
});

test('waits longer when the value is the same', async () => {
  expect(await pollOnce(async () => Response.json({ state: 'waiting' }))).toEqual({ value: 'waiting', intervalMs: 12_000 });
});

test('keeps the value and waits longer when the server cannot be reached, fails or answers something else', async () => {
  const failures = [
    () => Promise.reject(new TypeError('Failed to fetch')),
    async () => new Response('', { status: 500 }),
    async () => new Response('<html>'),
    async () => Response.json({}),
  ];
  for (const failure of failures) expect(await pollOnce(failure)).toEqual({ value: 'waiting', intervalMs: 12_000 });
});

test.each([401, 403, 404])('stops at %i: signed out, or not the owner any more', async (status) => {
  expect(await pollOnce(async () => new Response('', { status }))).toEqual({ value: 'waiting', intervalMs: false });
});
