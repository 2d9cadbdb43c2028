import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { dialect } from '#lib/platform/db/columns.ts';
import { migrationsFolder } from '#lib/platform/db/migrations.ts';
import type { Position, Store } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { PageFiles } from './page-files.ts';
import { attachPageFiles } from './shared-pages.ts';

const listIntervalMs = 60_000;
/** Share of the time in which the list is written. That of many files takes seconds. */
const maxListShare = 0.01;
/** Share of the disk space that is free at start, for the files if `PAGE_CACHE_DISK_MB` is not set. */
export const freeDiskShare = 0.1;

/**
 * Attaches files in DATA_DIR to the page cache.
 * @returns function to call before the database is closed
 */
export function startPageFiles(): () => void {
  let position = (): Position | null => null;
  const files = attachPageFiles((store) => {
    position = () => store.position();
    return openPageFiles(store);
  });
  let nextAt = 0;
  const timer = setInterval(async () => {
    const startedAt = performance.now();
    if (startedAt < nextAt) return;
    nextAt = Number.POSITIVE_INFINITY;
    await files?.writeListInTurns(position());
    nextAt = startedAt + (performance.now() - startedAt) / maxListShare;
  }, listIntervalMs).unref();
  return () => {
    clearInterval(timer);
    files?.writeList(position());
  };
}

function openPageFiles(store: Store): PageFiles | null {
  const { DATA_DIR, PAGE_CACHE_DISK_MB, PAGE_CACHE_MB } = env();
  const parent = join(DATA_DIR, 'cache');
  const isUsed = PAGE_CACHE_DISK_MB !== 0 && PAGE_CACHE_MB > 0;
  const ownFolder = isUsed ? fingerprint() : null;
  removeOthers(parent, [ownFolder, 'compiled']);
  if (ownFolder === null) return null;
  const maxBytes = PAGE_CACHE_DISK_MB === undefined ? freeDiskShare * freeBytes(DATA_DIR) : PAGE_CACHE_DISK_MB * 1024 * 1024;
  const files = new PageFiles(join(parent, ownFolder), maxBytes);
  files.open((position) => store.changesSince(position));
  return files;
}

function freeBytes(folder: string): number {
  mkdirSync(folder, { recursive: true });
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Returns a hash of everything except the database that pages depend on: build, settings and texts of the instance. */
function fingerprint(): string {
  const hash = createHash('sha256').update(readFileSync('.next/built-from'));
  // No page depends on listen address or secret.
  const { SECRET: _, PORT: __, HOST: ___, PAGE_CACHE_FILL: ____, ...settings } = env();
  const { DATA_DIR, SITE_DIR } = settings;
  hash.update(JSON.stringify(settings));
  for (const name of readdirSync(migrationsFolder(dialect)).sort()) hash.update(name);
  for (const file of globSync(join(SITE_DIR ?? join(DATA_DIR, 'site'), '**')).sort()) hash.update(`${file} ${statSync(file).mtimeMs}`);
  return hash.digest('hex').slice(0, 24);
}

function removeOthers(parent: string, keptNames: readonly (string | null)[]): void {
  try {
    for (const name of readdirSync(parent)) if (!keptNames.includes(name)) rmSync(join(parent, name), { recursive: true, force: true });
  } catch {
    // The folder does not exist yet, or cannot be removed now.
  }
}
