import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLimitedAgent } from '#lib/platform/http/limited-agent.ts';
import { startWeb, type TestWeb } from '../servers/web.ts';

let web: TestWeb;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web.stop());

async function read(path: string, limits: { timeoutMs?: number; maxBytes?: number }): Promise<string> {
  const sent = request(`${web.url}${path}`, { agent: createLimitedAgent('http:', limits) });
  // Reports a connection that ends in the body.
  sent.on('error', () => undefined);
  const [response] = (await once(sent.end(), 'response')) as [IncomingMessage];
  let text = '';
  for await (const part of response) text += part;
  return text;
}

test('a response within the limits is read whole', async () => {
  web.setPage('/page', { body: 'x'.repeat(100_000) });
  expect(await read('/page', {})).toHaveLength(100_000);
});

test('a response that comes one byte at a time ends in time', async () => {
  web.setPage('/slow', { body: 'x'.repeat(100), drips: 100 });
  await expect(read('/slow', { timeoutMs: 500 })).rejects.toThrow();
});

test('a response that is too large ends at the limit', async () => {
  web.setPage('/big', { body: 'x'.repeat(300_000) });
  await expect(read('/big', { maxBytes: 200_000 })).rejects.toThrow();
});
