import { chownSync, statSync } from 'node:fs';
import { StartError } from './listen.ts';

/** Returns the user of the service if this process is root and DATA_DIR is that user's; null otherwise. */
function serviceUserOf(dataDir: string): { uid: number; gid: number } | null {
  const owner = process.getuid?.() === 0 ? statSync(dataDir, { throwIfNoEntry: false }) : undefined;
  return owner === undefined || owner.uid === 0 ? null : owner;
}

/** Gives a file that root has written in DATA_DIR to the user of the service. */
export function giveToServiceUser(dataDir: string, path: string): void {
  const user = serviceUserOf(dataDir);
  if (user !== null) chownSync(path, user.uid, user.gid);
}

/** Rejects a command of root that would leave the service without a readable database or key. @throws StartError */
export function rejectRootForService(dataDir: string): void {
  const user = serviceUserOf(dataDir);
  if (user !== null)
    throw new StartError(
      `${dataDir} belongs to the user with the id ${user.uid}, and the service could not read what root writes there. Run this as that user: sudo -u '#${user.uid}' env PEERGRAPH_ENV=… npm run …`,
    );
}
