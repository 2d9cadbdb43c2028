import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startInstance } from '../instance.ts';
import { createAnthology } from './import.ts';
import { benchGraph } from './network/graph.ts';
import { benchRecordPage } from './network/record-page.ts';

const formatLoad = (): string => `the machine's load: ${loadavg()[0]?.toFixed(1)}`;

/** Measures graph slices and record pages on the whole Anthology, each against a baseline. */
export async function benchNetwork(corpus: string): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'peergraph-bench-'));
  const database = join(data, 'anthology.db');
  try {
    await createAnthology(database, corpus);
    const settings = { DATABASE_URL: `file:${database}`, SAMPLE: 'off' };
    const uncached = await startInstance({ ...settings, PAGE_CACHE_MB: '0' });
    try {
      console.log(formatLoad());
      await benchGraph(database, uncached.url);
    } finally {
      await uncached.stop();
    }
    const cached = await startInstance(settings);
    console.log(formatLoad());
    await benchRecordPage(database, cached).finally(cached.stop);
    console.log(formatLoad());
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}
