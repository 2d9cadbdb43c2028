/** The codes of both drivers for a violated unique constraint: SQLite's extended codes and PostgreSQL's SQLSTATE 23505. */
const uniqueViolationCodes = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505']);

const codeOf = (error: unknown): string | undefined => {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string') return current.code;
  }
  return undefined;
};

/** Returns true if a write violates a unique key because another write was first. */
export const isUniqueViolation = (error: unknown): boolean => uniqueViolationCodes.has(codeOf(error) ?? '');

/** Earlier transactions of this process delayed a request for too long. */
export class TurnTimeoutError extends Error {
  override readonly name = 'TurnTimeoutError';
  readonly code = 'SQLITE_BUSY_TURN';

  constructor() {
    super('the transactions before this one took too long');
  }
}

/** Another file is at the path of the database, or none. What is written to the open one would be lost. */
export class MovedDatabaseError extends Error {
  override readonly name = 'MovedDatabaseError';
  /** SQLite's code for it, which it does not return with a write-ahead log. */
  readonly code = 'SQLITE_READONLY_DBMOVED';

  constructor(path: string) {
    super(`${path} was moved, removed or replaced while it was open: nothing is written until all processes are restarted`);
  }
}

/** Returns true if another process, or another transaction of this process, has the write lock of the SQLite file. */
export const isBusy = (error: unknown): boolean => codeOf(error)?.startsWith('SQLITE_BUSY') ?? false;

/** Returns true if SQLite has found the file damaged, but not if it could only temporarily not read it. */
export const isCorruptionError = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error) ?? '');

/** Returns true if the disk of the database is full or read-only. */
export const isFullDisk = (error: unknown): boolean => /^(SQLITE_(FULL|IOERR_WRITE|READONLY)|53100$)/.test(codeOf(error) ?? '');

/** Returns true if PostgreSQL rejects a value: it is not of the column's type (class 22), or violates a constraint (class 23). */
export const isRejectedValue = (error: unknown): error is Error => error instanceof Error && /^2[23]...$/.test(codeOf(error) ?? '');

/** Returns true if PostgreSQL has ended a transaction because of a deadlock (deadlock_detected). A retry can succeed. */
export const isDeadlock = (error: unknown): boolean => codeOf(error) === '40P01';

/**
 * Returns true if a writing transaction has reached a standby, for example during a failover: 0A000 is its answer to BEGIN READ WRITE. A
 * new connection may reach the primary.
 */
export const isStandby = (error: unknown): boolean =>
  codeOf(error) === '25006' || (codeOf(error) === '0A000' && hasMessage(error, /during recovery/));

const unavailableCodes = new Set([
  ...'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN'.split(' '),
  ...'57P01 57P02 57P03 57P05 57014 25P03 53300'.split(' '),
]);
/** Messages of the driver that have no code. */
const timeoutMessage =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|connection error and is not queryable/;

/** Returns true if PostgreSQL is down, has no free connection or timed out. A retry can succeed later. */
export const isUnavailable = (error: unknown): boolean => {
  if (hasMessage(error, timeoutMessage)) return true;
  const code = codeOf(error) ?? '';
  // Class 08 is about connections, also those of a pooler to PostgreSQL.
  return unavailableCodes.has(code) || /^08...$/.test(code);
};

/** Returns true if an error or one of its causes has a message that matches. */
function hasMessage(error: unknown, pattern: RegExp): boolean {
  for (let current = error; current instanceof Error; current = current.cause) if (pattern.test(current.message)) return true;
  return false;
}
