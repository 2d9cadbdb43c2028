import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { describeMachine } from './anchor.ts';
import { benchBrowse } from './browse.ts';
import { installPackage } from './debian.ts';
import { benchFeed } from './feed.ts';
import { benchFollows } from './follows.ts';
import { benchFlags } from './identity/flags.ts';
import { GoldError, goldFormatHelp } from './identity/gold-files.ts';
import { printKnownPeople } from './identity/known-people.ts';
import { benchQueue } from './identity/queue.ts';
import { benchIdentity, judgeShippedWeights, writeIdentityWeights } from './identity.ts';
import { benchImport } from './import.ts';
import { benchMembers } from './members.ts';
import { benchNames } from './names.ts';
import { benchExplorer } from './network/explorer.ts';
import { benchGraph } from './network/graph.ts';
import { benchNetwork } from './network.ts';
import { benchPageWeight } from './page-weight.ts';
import { benchPages } from './pages.ts';
import { benchScale } from './scale.ts';
import { benchSearch } from './search.ts';
import { benchSmallChanges } from './small-changes.ts';
import { benchStart } from './start.ts';

const corpus = '../shared/data/acl-xml.tar.xz';
const gold = '../shared/data/gold';

/** Exits with a message and no stack trace: invalid arguments or a missing prerequisite. */
function fail(message: string): never {
  console.error(message);
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        small: { type: 'boolean', default: false },
        filled: { type: 'boolean', default: false },
        gold: { type: 'string' },
        database: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

const { values: set, positionals: wanted } = readArguments();

/** Results depend on the machine and its load. Quote medians and ratios from one run. */
const parts: Record<string, () => unknown> = {
  import: () => benchImport(corpus),
  pages: () => benchPages(corpus),
  browse: () => benchBrowse(corpus, { small: set.small, filled: set.filled }),
  follows: benchFollows,
  scale: benchScale,
  network: () => benchNetwork(corpus),
  graph: async () => {
    if (set.database) await benchGraph(set.database);
    await benchExplorer();
  },
  weight: benchPageWeight,
  start: benchStart,
  feed: () => benchFeed({ small: set.small }),
  identity: () => (set.gold === undefined ? benchIdentity(gold) : judgeShippedWeights(set.gold)),
  flags: () => benchFlags(gold, corpus),
  members: benchMembers,
  names: () => benchNames('../shared/data/acl/people.jsonl.gz', corpus),
  queue: () => benchQueue(gold, corpus, set.database),
  changes: () => benchSmallChanges(corpus),
  search: () => benchSearch(corpus, { small: set.small }),
};
/** Parts that measure nothing; they run only if they are named. */
const makers: typeof parts = {
  'identity-weights': () => writeIdentityWeights(gold),
  'known-people': () => printKnownPeople(set.database),
};
/** Parts that do not need the ACL Anthology. */
const withoutCorpus = ['graph', 'weight', 'start', 'feed', 'follows', 'members', 'scale', 'identity', 'identity-weights', 'known-people'];

const help = `npm run bench -- [part …] [--small]
  Measures on this machine. Parts: ${Object.keys(parts).join(', ')}; all of them where none is named. --small leaves out what takes long.

npm run bench -- browse --filled
  Requests every page once before it measures, which takes ten to twenty minutes.

npm run bench -- identity --gold <folder>
  Judges the shipped weights of the namesake method, as they are, on every gold set in the folder. It learns nothing and needs no other file.
  Names that the weights were learnt from (${gold}) score higher than new ones.

npm run bench -- graph --database <file>
  Measures slices and paths in a SQLite database that has imported the ACL Anthology, then the explorer in Chromium. Without it, only the latter.

npm run bench -- queue --database <file>
  Measures the queue of doubts in a SQLite database that has imported the ACL Anthology. Without it, the part imports the Anthology first.

npm run bench -- known-people --database <file>
  Names the 300 people who are known to be one each, on whom flags and queue measure what they ask in vain.

npm run bench -- identity-weights
  Learns the weights from ${gold} and writes them where the product reads them.

${goldFormatHelp}`;

if (set.help) {
  console.log(help);
  process.exit(0);
}
for (const name of wanted) {
  if (!(name in parts) && !(name in makers))
    fail(`There is no benchmark called ${name}. Benchmarks: ${Object.keys({ ...parts, ...makers }).join(', ')}.`);
}
if (set.gold !== undefined && wanted.join(' ') !== 'identity') fail('--gold goes with one part: npm run bench -- identity --gold <folder>');
const chosen = wanted.length > 0 ? wanted : Object.keys(parts);
if (!existsSync(corpus) && chosen.some((name) => !withoutCorpus.includes(name)))
  fail(`The benchmarks import the whole ACL Anthology: put its XML at ${corpus} (tar, xz).`);

/** Parts whose load comes from wrk, because a Node client would be the bottleneck. */
const withWrk = ['browse', 'follows'];
if (chosen.some((name) => withWrk.includes(name))) installPackage('wrk', '/usr/bin/wrk');

for (const name of chosen) {
  console.log(`\n── ${name} (${describeMachine()})`);
  try {
    await (parts[name] ?? makers[name])?.();
  } catch (error) {
    if (error instanceof GoldError) fail(error.message);
    throw error;
  }
}
