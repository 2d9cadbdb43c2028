import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { shapeOf } from '#lib/platform/db/shapes.ts';
import { PageFiles } from '#lib/runtime/server/cache/page-files.ts';

const disk = vi.hoisted(() => ({ isFull: false }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const writeFile: typeof real.writeFile = async (...args) => {
    if (disk.isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    return real.writeFile(...args);
  };
  return { ...real, writeFile };
});

test('a full disk deletes all page files, and stops writing new ones', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'full-disk-'));
  const files = new PageFiles(folder, 1_000_000);
  files.open(() => null);
  const shape = shapeOf('select "name" from "authors" where "authors"."key" = ?');
  const storePage = (name: string) =>
    files.storePage({
      name,
      until: Date.now() + 60_000,
      headers: {},
      tag: '',
      body: Buffer.from(name),
      readsViewer: false,
      slots: new Map(),
      shapes: [shape],
      rows: new Int32Array(),
      reads: Buffer.from(''),
      checkedAt: 0,
      suspects: new Set(),
    });
  await storePage('one');
  expect((await files.find('one'))?.body.toString()).toBe('one');
  disk.isFull = true;
  await storePage('two');
  disk.isFull = false;
  await storePage('three');
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual([]), { timeout: 5_000 });
  expect([await files.find('one'), await files.find('two'), await files.find('three')]).toEqual([null, null, null]);
  rmSync(folder, { recursive: true });
});
