import { readFileSync } from 'node:fs';
import { runImport } from '#lib/catalog/ingest/commands/run.ts';
import { type ImportEvent, importedWork, sourceId } from '#lib/catalog/sources/model.ts';
import { openStore } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';

/** Takes works in as a source without an adapter here would give them: import-works.ts <source> <file of JSON>. For walks alone. */
const source = sourceId.parse(process.argv[2]);
const told: unknown[] = JSON.parse(readFileSync(process.argv[3] ?? '', 'utf8'));

async function* events(): AsyncGenerator<ImportEvent> {
  for (const each of told) yield { kind: 'work', input: 'told', work: importedWork.parse({ source, ...Object(each) }) };
}

const store = openStore(env().DATABASE_URL);
const { finished, quarantined } = await runImport({ store, source, input: 'told', events: events() });
await store.close();
if (!finished || quarantined.length > 0) throw new Error(`The works were not taken in: ${JSON.stringify(quarantined)}`);
