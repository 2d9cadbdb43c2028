const diskFullText =
  'The disk is full. Make room where DATABASE_URL, DATA_DIR and a file that you named are, and for temporary files (TMPDIR), then run this again: nothing is half written. If there is room, inodes (df -i) or a quota may be used up.';

const connectionEndedText =
  'PostgreSQL has ended the connection, or is being started or stopped. See that it runs, then run this again: what was done is kept.';

const textsByCode: Record<string, string> = {
  ECONNREFUSED: 'Nothing answers where DATABASE_URL points. Start PostgreSQL there, or fix the address.',
  ENOTFOUND: 'The host in DATABASE_URL is not known. Fix its name.',
  EAI_AGAIN: 'The host in DATABASE_URL cannot be resolved now. Try again, or fix its name.',
  SQLITE_CANTOPEN: 'The file that DATABASE_URL names cannot be opened. Check its folder, and who may write there.',
  SQLITE_NOTADB: 'The file that DATABASE_URL names is not an SQLite database. Name another file.',
  SQLITE_READONLY: 'The file that DATABASE_URL names cannot be written. Check who owns it and its folder.',
  SQLITE_READONLY_DBMOVED:
    'The database file was moved, removed or replaced while it was open. Stop the instance and its commands, put the right file in its place, then start again.',
  SQLITE_FULL: diskFullText,
  SQLITE_IOERR_SHMSIZE: diskFullText,
  SQLITE_IOERR_WRITE: 'The disk does not take what is written. Look after it, then run this again: nothing is half written.',
  SQLITE_IOERR: 'The disk of the file that DATABASE_URL names does not read or write. Look after it, then run this again.',
  SQLITE_CORRUPT: 'The file that DATABASE_URL names is damaged. Stop everything that uses it, and restore a backup: npm run restore.',
  ENOSPC: diskFullText,
  EDQUOT: diskFullText,
  EIO: 'A disk does not read or write. Look after the disks of DATA_DIR and of the database, then run this again.',
  EACCES: 'A file or folder may not be read or written here. Check who owns DATA_DIR and the folder of the database.',
  EPERM: 'A file or folder may not be read or written here. Check who owns DATA_DIR and the folder of the database.',
  EROFS: 'The file system is read-only. Put DATA_DIR and the database elsewhere.',
  EEXIST: 'DATA_DIR names something that is not a folder. Move it, or choose another folder.',
  EISDIR: 'A folder is named where a file is needed. Correct the path.',
  ENOTDIR: 'A part of a path in DATA_DIR or DATABASE_URL is not a folder. Fix the path.',
  ECONNRESET: connectionEndedText,
  EPIPE: connectionEndedText,
  '57P01': connectionEndedText,
  '57P02': connectionEndedText,
  '57P03': connectionEndedText,
  '53100': diskFullText,
  '53300': 'PostgreSQL has no connection left. Raise max_connections, or stop what holds them, then run this again.',
  '25006': 'The database in DATABASE_URL is read-only. Name the primary, not a replica.',
  '28P01': 'PostgreSQL refuses the user or password in DATABASE_URL.',
  '28000': 'PostgreSQL refuses the user in DATABASE_URL.',
  '3D000': 'The database in DATABASE_URL does not exist. Make it first: createdb <name>.',
  '42501': 'The user in DATABASE_URL may not do this. Give it rights on the database and its schema.',
};

/** Returns an error code and the code that it extends: SQLITE_READONLY_DIRECTORY extends SQLITE_READONLY. */
const codesOf = (code: string): string[] => [code, code.split('_').slice(0, 2).join('_')];

/** Errors of this application whose message says what to do. */
const selfExplanatoryErrors = new Set(['SettingsError', 'UnknownDatabaseError', 'BackupError', 'InputError', 'ToolError', 'StartError']);

function textFor(code: string, message: string): string | undefined {
  const knownCode = codesOf(code).find((each) => Object.hasOwn(textsByCode, each));
  if (knownCode !== undefined) return textsByCode[knownCode];
  if (/^Connection terminated|is not queryable$/.test(message)) return connectionEndedText;
  // The answer of a standby to BEGIN READ WRITE. The code has other meanings, too.
  return code === '0A000' && /during recovery/.test(message) ? textsByCode['25006'] : undefined;
}

/**
 * Explains a fault that an operator can fix, with the original message in parentheses. Returns null for an internal fault, which keeps its
 * stack.
 */
export function explainFault(error: unknown): string | null {
  if (error instanceof Error && selfExplanatoryErrors.has(error.name)) return error.message;
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const inner = cause instanceof AggregateError ? cause.errors[0] : cause;
    if (!(inner instanceof Error)) continue;
    const text = textFor('code' in inner ? String(inner.code) : '', inner.message);
    if (text !== undefined) return `${text}\n(${inner.message})`;
  }
  return null;
}
