import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makeFolder } from '#lib/platform/processes/make-folder.ts';
import { giveToServiceUser } from '#lib/platform/processes/service-user.ts';

const lastBackup = z.object({ at: z.iso.datetime(), file: z.string(), bytes: z.number() });
type LastBackup = z.infer<typeof lastBackup>;

const recordPathIn = (dataDir: string): string => join(dataDir, 'last-backup.json');

/** Stores the time of a backup for monitoring. */
export function recordBackup(dataDir: string, backup: LastBackup): void {
  makeFolder(dataDir, 0o700);
  const draftPath = `${recordPathIn(dataDir)}.part`;
  writeFileSync(draftPath, JSON.stringify(backup), { mode: 0o600 });
  giveToServiceUser(dataDir, draftPath);
  renameSync(draftPath, recordPathIn(dataDir));
}

/** Returns the last backup made on this machine; null if none is known. */
export function readLastBackup(dataDir: string): LastBackup | null {
  try {
    return lastBackup.parse(JSON.parse(readFileSync(recordPathIn(dataDir), 'utf8')));
  } catch {
    return null;
  }
}
