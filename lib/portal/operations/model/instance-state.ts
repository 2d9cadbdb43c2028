/** What an operator watches of an instance, read from its database and disk. */
export interface InstanceState {
  at: Date;
  /** Open and failed jobs of each kind; mail is the kind `send-mail`. */
  jobs: { kind: string; state: string; count: number }[];
  /** Since when the oldest job waits that is due; null where none is. */
  oldestDue: Date | null;
  /** When the last import of each source ended well. */
  imports: { source: string; finishedAt: Date }[];
  importsFailed: { source: string; startedAt: Date }[];
  /** `begunAt` is the time of the first event; null where there is none. */
  log: { events: number; begunAt: Date | null; head: { at: Date; number: number } | null };
  lastBackup: { at: Date; bytes: number } | null;
  disk: { freeBytes: number; bytes: number };
  databaseBytes: number | null;
  /** How long one small read took. */
  databaseMs: number;
}
