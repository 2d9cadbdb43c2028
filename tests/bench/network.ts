import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startInstance } from '../instance.ts';
import { anthologyAt } from './import.ts';
import { benchGraph } from './network/graph.ts';
import { benchReading } from './network/reading.ts';

const busy = (): string => `the machine's load: ${loadavg()[0]?.toFixed(1)}`;

/** Measures graph slices and record pages on the whole Anthology, each against a baseline. */
export async function benchNetwork(corpus: string): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'peergraph-bench-'));
  const database = join(data, 'anthology.db');
  try {
    await anthologyAt(database, corpus);
    const settings = { DATABASE_URL: `file:${database}`, SAMPLE: 'off' };
    const again = await startInstance({ ...settings, PAGE_CACHE_MB: '0' });
    try {
      console.log(busy());
      await benchGraph(database, again.url);
    } finally {
      await again.stop();
    }
    const kept = await startInstance(settings);
    console.log(busy());
    await benchReading(database, kept).finally(kept.stop);
    console.log(busy());
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}
