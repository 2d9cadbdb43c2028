import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startInstance } from '../instance.ts';
import { startPostgres } from '../postgres.ts';
import { createAnthology } from './import.ts';
import { readFacts, writeFacts } from './search/facts.ts';
import { type Figures, figuresOf, type Measured } from './search/measure.ts';
import { queriesFrom } from './search/queries.ts';
import { report } from './targets.ts';

/**
 * Upper bounds. p99 in milliseconds on SQLite, over the best of three rounds of each query; `growth` is the exponent of p99 in the
 * number of works.
 */
const budgets = { names: { Anthology: 8, largest: 30 }, words: { Anthology: 8, largest: 30 }, suggestions: 10, growth: 0.5 };

/** Ratio of p99 to median of a fixed computation above which the machine is too busy to judge. */
const maxNoise = 3;

type Answer = Measured & { grownIn: number };
type Grown = Answer & { works: number };

const measureDatabase = (url: string, facts: string, answer: string, works: number, queries: number): Promise<Answer> =>
  new Promise((done, failed) => {
    const args = ['tests/bench/search/measure-database.ts', facts, answer, String(works), String(queries)];
    const child = spawn(process.execPath, args, { env: { ...process.env, DATABASE_URL: url }, stdio: 'inherit' });
    child.once('exit', (code) =>
      code === 0 ? done(JSON.parse(readFileSync(answer, 'utf8'))) : failed(new Error(`Measuring ended with code ${code}.`)),
    );
  });

const ms = (value: number): string => (value < 10 ? value.toFixed(2) : value.toFixed(1)).padStart(7);
const line = (name: string, { p50, p99, p99AllRounds, slowest }: Figures, plain?: Figures): string =>
  `  ${name.padEnd(12)} p50 ${ms(p50)}  p99 ${ms(p99)} ms (all rounds ${ms(p99AllRounds)})${
    plain ? `   plainly ranked: p50 ${ms(plain.p50)}  p99 ${ms(plain.p99)} ms; ours is ${(p99 / plain.p99).toFixed(3)} of it` : ''
  }   slowest: ${slowest.slice(0, 40)}`;

function printAnswer(title: string, found: Answer): Answer {
  console.log(`${title}${found.grownIn > 1 ? `, grown in ${found.grownIn.toFixed(0)} s` : ''}; noise ${found.noise.toFixed(2)}`);
  console.log(line('names', found.names, found.plainNames));
  console.log(line('suggestions', found.suggestions, found.plainSuggestions));
  console.log(line('words', found.words, found.plainWords));
  if (found.page) console.log(line('whole page', found.page));
  return found;
}

/** Measures the same queries over HTTP, sequentially. */
async function throughHttp(database: string, facts: string): Promise<void> {
  const instance = await startInstance({ DATABASE_URL: `file:${database}`, SAMPLE: 'off' });
  try {
    const { names, typed } = queriesFrom(readFacts(facts), { many: 300, among: Number.POSITIVE_INFINITY });
    const paths = { suggestions: ['/search/suggestions?q=', typed.slice(0, 1000)], 'search page': ['/search?q=', names] } as const;
    console.log('Anthology, through HTTP');
    for (const [name, [path, texts]] of Object.entries(paths)) {
      const taken: [string, number[]][] = [];
      for (const text of texts) {
        const startedAt = performance.now();
        await (await fetch(instance.url + path + encodeURIComponent(text))).arrayBuffer();
        taken.push([text, [performance.now() - startedAt]]);
      }
      console.log(line(name, figuresOf(taken.slice(50))));
    }
  } finally {
    await instance.stop();
  }
}

function exceededBudgets(anthology: Answer, grown: readonly Grown[]): string[] {
  const [smallest, largest] = [grown[0], grown.at(-1)];
  const exceeded: string[] = [];
  const check = (what: string, value: number, most: number) => {
    if (value > most) exceeded.push(`${what}: ${value.toFixed(2)} is above ${most}`);
  };
  for (const kind of ['names', 'words'] as const) {
    check(`${kind} on the Anthology, p99 ms`, anthology[kind].p99, budgets[kind].Anthology);
    if (largest) check(`${kind} on the largest corpus, p99 ms`, largest[kind].p99, budgets[kind].largest);
  }
  for (const found of [anthology, ...grown]) check('suggestions, p99 ms', found.suggestions.p99, budgets.suggestions);
  return smallest && largest ? [...exceeded, ...growth(smallest, largest)] : exceeded;
}

function growth(smallest: Grown, largest: Grown): string[] {
  const times = largest.works / smallest.works;
  return (['names', 'suggestions'] as const).flatMap((kind) => {
    const exponent = Math.log(largest[kind].p99 / smallest[kind].p99) / Math.log(times);
    console.log(`growth of ${kind}, p99 over ${times} times the works: exponent ${exponent.toFixed(2)}`);
    if (kind === 'names') report('growth exponent of names search', exponent);
    return exponent > budgets.growth ? [`growth of ${kind}: ${exponent.toFixed(2)} is above ${budgets.growth}`] : [];
  });
}

/** Fails if a budget is exceeded, unless the machine is too busy for a valid measurement. */
function reportBudgets(exceeded: readonly string[], noise: number): void {
  for (const each of exceeded) console.error(`Budget passed: ${each}.`);
  const isBusy = noise > maxNoise;
  if (exceeded.length === 0) console.log('Every budget is kept.');
  else if (isBusy) console.error(`The machine did too much else to judge (noise ${noise.toFixed(1)}): run it again when it is quiet.`);
  if (exceeded.length > 0 && !isBusy) process.exitCode = 1;
}

/**
 * Measures search on the ACL Anthology, on corpora generated from it, and on PostgreSQL, compared with plain ranking by the engine.
 * `--small` omits the corpus of a million works. Exits with 1 if a budget is exceeded.
 */
export async function benchSearch(corpus: string, { small }: { small: boolean }): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'peergraph-bench-'));
  const [facts, answer, database] = [join(data, 'facts.json'), join(data, 'answer.json'), join(data, 'anthology.db')];
  const sizes = small ? [10_000, 100_000] : [10_000, 100_000, 1_000_000];
  try {
    await createAnthology(database, corpus);
    writeFacts(database, facts);
    const anthology = printAnswer(
      'Anthology, 87,685 works with abstracts, SQLite',
      await measureDatabase(`file:${database}`, facts, answer, 0, 900),
    );
    report('works search, p99 ms', anthology.words.p99);
    report('works search, % of queries with the top ten of an exact ranking', anthology.exactTops * 100);
    report('names search, p99 ms', anthology.names.p99);
    const grown: Grown[] = [];
    for (const works of sizes) {
      const url = `file:${join(data, `${works}.db`)}`;
      const found = printAnswer(`${works.toLocaleString('en')} works, SQLite`, await measureDatabase(url, facts, answer, works, 900));
      grown.push({ ...found, works });
    }
    await onPostgres(facts, answer);
    await throughHttp(database, facts);
    reportBudgets(exceededBudgets(anthology, grown), Math.max(anthology.noise, ...grown.map(({ noise }) => noise)));
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

async function onPostgres(facts: string, answer: string): Promise<void> {
  const postgres = await startPostgres();
  try {
    const works = 100_000;
    printAnswer(
      `${works.toLocaleString('en')} works, PostgreSQL ${postgres.version}`,
      await measureDatabase(postgres.url, facts, answer, works, 120),
    );
  } finally {
    await postgres.stop();
  }
}
