const diskFull =
  'The disk is full. Make room where DATABASE_URL, DATA_DIR and a file that you named are, and for temporary files (TMPDIR), then run this again: nothing is half written.';

const hasGone =
  'PostgreSQL has ended the connection, or is being started or stopped. See that it runs, then run this again: what was done is kept.';

const words: Record<string, string> = {
  ECONNREFUSED: 'Nothing answers where DATABASE_URL points. Start PostgreSQL there, or fix the address.',
  ENOTFOUND: 'The host in DATABASE_URL is not known. Fix its name.',
  EAI_AGAIN: 'The host in DATABASE_URL cannot be resolved now. Try again, or fix its name.',
  SQLITE_CANTOPEN: 'The file that DATABASE_URL names cannot be opened. Check its folder, and who may write there.',
  SQLITE_NOTADB: 'The file that DATABASE_URL names is not an SQLite database. Name another file.',
  SQLITE_READONLY: 'The file that DATABASE_URL names cannot be written. Check who owns it and its folder.',
  SQLITE_FULL: diskFull,
  SQLITE_IOERR_SHMSIZE: diskFull,
  SQLITE_IOERR_WRITE: 'The disk does not take what is written. Look after it, then run this again: nothing is half written.',
  ENOSPC: diskFull,
  EACCES: 'A file or folder may not be read or written here. Check who owns DATA_DIR and the folder of the database.',
  EPERM: 'A file or folder may not be read or written here. Check who owns DATA_DIR and the folder of the database.',
  EROFS: 'The file system is read-only. Put DATA_DIR and the database elsewhere.',
  EEXIST: 'DATA_DIR names something that is not a folder. Move it, or choose another folder.',
  EISDIR: 'A folder is named where a file is needed. Correct the path.',
  ENOTDIR: 'A part of a path in DATA_DIR or DATABASE_URL is not a folder. Fix the path.',
  ECONNRESET: hasGone,
  EPIPE: hasGone,
  '57P01': hasGone,
  '57P02': hasGone,
  '57P03': hasGone,
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
const ownWords = new Set(['SettingsError', 'UnknownDatabaseError', 'BackupError', 'InputFault', 'ToolError', 'StartError']);

/**
 * Explains a fault that an operator can fix, with the original message in parentheses. Returns null for an internal fault, which keeps its
 * stack.
 */
export function explain(error: unknown): string | null {
  if (error instanceof Error && ownWords.has(error.name)) return error.message;
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const inner = at instanceof AggregateError ? at.errors[0] : at;
    const code = inner instanceof Error && 'code' in inner ? String(inner.code) : '';
    const known = codesOf(code).find((each) => Object.hasOwn(words, each));
    if (known === undefined && inner instanceof Error && /^Connection terminated/.test(inner.message))
      return `${hasGone}\n(${inner.message})`;
    if (known !== undefined) return `${words[known]}\n(${(inner as Error).message})`;
  }
  return null;
}
