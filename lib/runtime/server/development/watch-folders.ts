import { globSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';

/**
 * Calls back with the path of each changed file below folders. Each folder has its own watcher: on Linux, the recursive one of Node.js loses a
 * file that an editor replaces.
 */
export function watchFolders(folders: readonly string[], onChange: (path: string) => void): void {
  const watchFolder = (folder: string): void => {
    watch(folder, (event, name) => {
      const path = join(folder, name ?? '');
      if (event === 'rename' && statSync(path, { throwIfNoEntry: false })?.isDirectory()) watchTree(path);
      onChange(path);
    }).on('error', () => undefined);
  };
  const watchTree = (top: string): void => {
    for (const folder of new Set([top, ...globSync(`${top}/**/`).map((path) => join(path, '.'))])) watchFolder(folder);
  };
  for (const folder of folders) watchTree(folder);
}
