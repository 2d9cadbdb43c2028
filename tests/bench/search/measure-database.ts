import { writeFileSync } from 'node:fs';
import { openStore } from '#lib/platform/db/store.ts';
import { readFacts } from './facts.ts';
import { growCorpus } from './grow-corpus.ts';
import { measure } from './measure.ts';
import { queriesFrom } from './queries.ts';

/**
 * Measures one database: `measure-database.ts <facts> <answer> <works> <queries>`. Fills the database at DATABASE_URL with `works` works (0: it is
 * filled already), and writes the measurements to `answer` as JSON. A child process, because the engine is fixed when a process starts.
 */
const [facts = '', answer = '', size = '0', many = '600'] = process.argv.slice(2);
const known = readFacts(facts);
const works = Number(size);
const store = openStore(process.env.DATABASE_URL ?? '');
const startedAt = performance.now();
if (works > 0) await growCorpus(store, known, works);
// Autovacuum would do this later.
if (works > 0 && /^postgres/.test(process.env.DATABASE_URL ?? '')) await store.transact((tx) => tx.execute('analyze', []));
const grownIn = (performance.now() - startedAt) / 1000;
const among = works === 0 ? Number.POSITIVE_INFINITY : works;
const measured = await measure(store.reader, queriesFrom(known, { many: Number(many), among }), works === 0);
await store.close();
writeFileSync(answer, JSON.stringify({ ...measured, grownIn }));
