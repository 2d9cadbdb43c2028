import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { z } from 'zod';

export const backupFormat = 'peergraph-backup-1';

/** Returns whether a path stays below DATA_DIR and has no control characters. */
export const isDataPath = (path: string): boolean =>
  path.split('/').every((name) => name !== '' && name !== '.' && name !== '..') && !/[\p{Cc}\\]/u.test(path);

/** Manifest of a backup; the first file of its archive. */
export const manifestSchema = z.object({
  format: z.literal(backupFormat),
  createdAt: z.iso.datetime(),
  version: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  migrations: z.array(z.string()),
  /** End of the evidence log, and the key that it names last. */
  log: z.object({ number: z.number().int(), hash: z.string(), keyId: z.string().nullable() }),
  files: z.array(
    z.object({
      /** `database`, or a path of DATA_DIR below `data/`. */
      path: z.string().refine((path) => path === 'database' || (path.startsWith('data/') && isDataPath(path))),
      bytes: z.number().int().min(0),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Returns the SHA-256 hash of a file, in hexadecimal. */
export async function fileHash(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
