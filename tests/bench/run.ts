import { existsSync } from 'node:fs';
import { benchFeed } from './feed.ts';
import { benchIdentity, writeIdentityWeights } from './identity.ts';
import { benchImport } from './import.ts';
import { benchNetwork } from './network.ts';
import { benchPages } from './pages.ts';
import { benchSearch } from './search.ts';
import { benchWeight } from './weight.ts';

/** `npm run bench -- import pages`: figures of this machine, in this hour. Quote medians and ratios from one run. `--small` leaves out what takes long. */
const corpus = '../shared/data/acl-xml.tar.xz';
const gold = '../shared/data/gold';
const parts: Record<string, () => Promise<void>> = {
  import: () => benchImport(corpus),
  pages: () => benchPages(corpus),
  network: () => benchNetwork(corpus),
  weight: benchWeight,
  feed: () => benchFeed({ small: process.argv.includes('--small') }),
  identity: () => benchIdentity(gold),
  search: () => benchSearch(corpus, { small: process.argv.includes('--small') }),
};
/** Not a measurement: only when it is asked for by name. */
const makers: typeof parts = { 'identity-weights': () => writeIdentityWeights(gold) };

if (!existsSync(corpus)) {
  console.error(`The benchmarks import the whole ACL Anthology: put its XML at ${corpus} (tar, xz).`);
  process.exit(2);
}
const wanted = process.argv.slice(2).filter((name) => !name.startsWith('--'));
for (const name of wanted.length > 0 ? wanted : Object.keys(parts)) {
  const part = parts[name] ?? makers[name];
  if (!part) throw new Error(`There is no benchmark called ${name}. Benchmarks: ${Object.keys({ ...parts, ...makers }).join(', ')}.`);
  console.log(`\n── ${name}`);
  await part();
}
