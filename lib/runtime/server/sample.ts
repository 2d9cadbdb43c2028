import { resolve } from 'node:path';
import { eq } from 'drizzle-orm';
import { imports } from '#lib/platform/db/schema/imports.ts';
import { reader } from '#lib/platform/db/store.ts';
import { run } from './build.ts';

/** Imports the sample where that has not finished, in a process of its own: nothing that serves pages can reach it. */
export async function importSample(): Promise<void> {
  const [sample] = await reader().select({ state: imports.state }).from(imports).where(eq(imports.id, 'sample'));
  if (sample?.state !== 'finished') await run(['--conditions=react-server', resolve('seeds/tell.ts')]);
}
