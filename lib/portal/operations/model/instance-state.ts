/** State of an instance to be monitored, read from its database and disk. */
export interface InstanceState {
  at: Date;
  /** Open and failed jobs by kind; emails have the kind `send-mail`. */
  jobs: { kind: string; state: string; count: number }[];
  /** Due time of the oldest due job; null if none is due. */
  oldestDue: Date | null;
  /** Time of the last successful import of each source. */
  imports: { source: string; finishedAt: Date }[];
  importsFailed: { source: string; startedAt: Date }[];
  /** `begunAt` is the time of the first event; null if there is none. */
  log: { events: number; begunAt: Date | null; head: { at: Date; number: number } | null };
  lastBackup: { at: Date; bytes: number } | null;
  /** `freeInodes` is null on a file system without a fixed number of them. */
  disk: { freeBytes: number; bytes: number; freeInodes: number | null };
  /** Claims within the last hour, and the number from which they are unusual. */
  claims: { inHour: number; unusualFrom: number };
  databaseBytes: number | null;
  /** Duration of one small query, in milliseconds. */
  databaseMs: number;
  /** How far the clock of PostgreSQL is ahead of that of this machine, in milliseconds; 0 for SQLite. */
  databaseAheadMs: number;
}
