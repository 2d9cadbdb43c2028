import { readFileSync } from 'node:fs';
import { runImport } from '#lib/catalog/ingest/commands/run.ts';
import { type ImportEvent, importedWork, sourceId } from '#lib/catalog/sources/model.ts';
import { openStore } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';

/** `import-works.ts <source> <JSON file>`: imports works from a source without an adapter, for tests. */
const source = sourceId.parse(process.argv[2]);
const works: unknown[] = JSON.parse(readFileSync(process.argv[3] ?? '', 'utf8'));

async function* events(): AsyncGenerator<ImportEvent> {
  for (const work of works) yield { kind: 'work', input: 'told', work: importedWork.parse({ source, ...Object(work) }) };
}

const store = openStore(env().DATABASE_URL);
const { finished, quarantined } = await runImport({ store, source, input: 'told', events: events() });
await store.close();
if (!finished || quarantined.length > 0) throw new Error(`The works were not imported: ${JSON.stringify(quarantined)}`);
