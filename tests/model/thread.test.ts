import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runInThread } from '#lib/platform/thread.ts';

const folder = mkdtempSync(join(tmpdir(), 'peergraph-thread-'));
afterAll(() => rmSync(folder, { recursive: true }));

const limits = { withinMs: 20_000, memoryMb: 64 };
const script = (name: string, text: string): string => {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, `import { parentPort } from 'node:worker_threads';\n${text}`);
  return path;
};
const answeringScript = script(
  'answers',
  `parentPort.once('message', (n) => parentPort.postMessage(n + 1)); parentPort.postMessage('ready');`,
);

describe('a thread', () => {
  test('that ends before it is ready is an error, and the next question is answered', async () => {
    await expect(runInThread(script('ends', 'process.exit(3);'), 1, limits)).rejects.toThrow(/ended with 3 and without an answer/);
    expect(await runInThread(answeringScript, 1, limits)).toBe(2);
  });

  test('that ends over its question is an error, and the next question is answered', async () => {
    const ends = script('ends-over', `parentPort.once('message', () => process.exit(0)); parentPort.postMessage('ready');`);
    await expect(runInThread(ends, 1, limits)).rejects.toThrow(/ended with 0 and without an answer/);
    expect(await runInThread(answeringScript, 1, limits)).toBe(2);
  });

  test('that does not become ready in time is an error, and the next question is answered', async () => {
    const hangingScript = script('hangs', 'setInterval(() => undefined, 1_000);');
    await expect(runInThread(hangingScript, 1, { ...limits, startsWithinMs: 200 })).rejects.toThrow(/did not start within 200 ms/);
    expect(await runInThread(answeringScript, 1, limits)).toBe(2);
  });
});
