import { writeFileSync } from 'node:fs';
import { openStore } from '#lib/platform/db/store.ts';
import { readFacts } from './facts.ts';
import { grow } from './grow.ts';
import { measure } from './measure.ts';
import { queriesFrom } from './queries.ts';

/**
 * One database in a process of its own, because the engine is chosen when the process starts: `one.ts <facts> <answer> <works> <queries>`
 * grows the database that DATABASE_URL names to so many works (0: it is there already) and writes what it measured as JSON.
 */
const [facts = '', answer = '', size = '0', many = '600'] = process.argv.slice(2);
const known = readFacts(facts);
const works = Number(size);
const store = openStore(process.env.DATABASE_URL ?? '');
const startedAt = performance.now();
if (works > 0) await grow(store, known, works);
// What autovacuum does in its time.
if (works > 0 && /^postgres/.test(process.env.DATABASE_URL ?? '')) await store.transact((tx) => tx.execute('analyze', []));
const grownIn = (performance.now() - startedAt) / 1000;
const among = works === 0 ? Number.POSITIVE_INFINITY : works;
const measured = await measure(store.reader, queriesFrom(known, { many: Number(many), among }), works === 0);
await store.close();
writeFileSync(answer, JSON.stringify({ ...measured, grownIn }));
