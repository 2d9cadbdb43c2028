/** Both drivers' codes for a broken unique constraint: SQLite's extended codes and PostgreSQL's SQLSTATE 23505. */
const unique = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505']);

const codeOf = (error: unknown): string | undefined => {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return undefined;
};

/** True when a write lost against a unique key: somebody else was first. */
export const isUniqueViolation = (error: unknown): boolean => unique.has(codeOf(error) ?? '');

/** Another transaction of this process kept a request from its turn. */
export class TurnTimeoutError extends Error {
  override readonly name = 'TurnTimeoutError';
  readonly code = 'SQLITE_BUSY_TURN';

  constructor() {
    super('the transactions before this one took too long');
  }
}

/** True when another process holds the write lock of the SQLite file, or another transaction of this one. */
export const isBusy = (error: unknown): boolean => codeOf(error)?.startsWith('SQLITE_BUSY') ?? false;

/** True when SQLite has found the file broken, and not when it could not read it just now. */
export const isDamage = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error) ?? '');

/** True when PostgreSQL has ended a transaction because two waited for each other (deadlock_detected): done again, it is alone. */
export const isDeadlock = (error: unknown): boolean => codeOf(error) === '40P01';

const away = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', '57P01', '57P02', '57P03', '57014', '25P03', '53300']);
/** What the driver says without a code. */
const timedOut = /timeout exceeded when trying to connect|Query read timeout|Connection terminated/;

/** True when PostgreSQL is away, has no connection left or did not answer in time: the same may succeed later. */
export const isUnavailable = (error: unknown): boolean => {
  for (let at = error; at instanceof Error; at = at.cause) if (timedOut.test(at.message)) return true;
  return away.has(codeOf(error) ?? '');
};
