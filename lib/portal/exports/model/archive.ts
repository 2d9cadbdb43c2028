import { z } from 'zod';
import { dayOf } from '#lib/platform/clock.ts';
import { accountFile, actsFile, notificationsFile, reportsFile, settingsFile, visibilityFile } from './account-files.ts';
import { type ExportFile, exportFormat } from './format.ts';
import {
  boundariesFile,
  collaborationsFile,
  followsFile,
  invitationsFile,
  savedWorksFile,
  searchesFile,
  threadsFile,
} from './people-files.ts';
import { changesFile, claimsFile, recordsFile, reviewsFile, statementsFile, trustFile } from './record-files.ts';

/**
 * Schemas of all JSON files of an archive, except for lists that lifecycles add. They are strict, so that no unlisted field is exported.
 */
export const exportFileSchemas = {
  account: accountFile,
  claims: claimsFile,
  reviews: reviewsFile,
  acts: actsFile,
  records: recordsFile,
  trust: trustFile,
  words: statementsFile,
  follows: followsFile,
  searches: searchesFile,
  saved: savedWorksFile,
  notifications: notificationsFile,
  settings: settingsFile,
  invitations: invitationsFile,
  threads: threadsFile,
  collaborations: collaborationsFile,
  boundaries: boundariesFile,
  reports: reportsFile,
  changes: changesFile,
  visibility: visibilityFile,
  exports: z.looseObject({}),
} as const satisfies Record<ExportFile, z.ZodType>;
export type ExportContent = { [File in ExportFile]: z.infer<(typeof exportFileSchemas)[File]> };

/** Builds schemas.json: the JSON Schema of each file. */
export const toJsonSchemas = (forms: Readonly<Record<string, z.ZodObject>>): Record<string, unknown> => ({
  format: exportFormat,
  files: Object.fromEntries(
    Object.entries(forms).map(([name, form]) => {
      const schema = z.strictObject({ format: z.literal(exportFormat), kind: z.literal(name), ...form.shape });
      return [`data/${name}.json`, z.toJSONSchema(schema)];
    }),
  ),
});

/** Rate limit of archive requests per account. Only one may be open at a time. */
export const archivesPerDay = { times: 3, minutes: 24 * 60 };

const archiveStates = ['waiting', 'ready', 'failed', 'gone'] as const;
export type ArchiveState = (typeof archiveStates)[number];

export interface ArchiveView {
  id: string;
  state: ArchiveState;
  bytes: number | null;
  requestedAt: Date;
  readyAt: Date | null;
  expiresAt: Date | null;
}

/** Returns a short text that changes with the state of any archive. */
export const archivesStateKey = (archives: readonly ArchiveView[]): string => archives.map(({ id, state }) => `${id} ${state}`).join(', ');

const units = ['bytes', 'kB', 'MB', 'GB'] as const;

/** Formats a size, such as "12 kB". */
export function formatSize(bytes: number): string {
  const power = Math.min(units.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const size = bytes / 1000 ** power;
  return `${power === 0 || size >= 10 ? Math.round(size) : size.toFixed(1)} ${units[power]}`;
}

/** Returns the file name of an archive, with instance and date. */
export const archiveFileName = (instance: string, at: Date): string =>
  `peergraph-${new URL(instance).host.replace(/[^\w.]+/g, '-')}-${dayOf(at)}.zip`;
