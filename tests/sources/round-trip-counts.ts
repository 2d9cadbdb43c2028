import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import { parsePastedWorks } from '#lib/catalog/sources/pasted.ts';
import { citationFormat } from '#lib/catalog/works/model/citations/formats.ts';
import { toCitedWork } from '../model/cited-work.ts';

/*
 * Reads the works of all files of the fixtures in BibTeX, RIS and CSL-JSON, writes each as BibTeX, reads it again, and prints which values
 * differ. Writes it a third time, and compares the files.
 *
 *   node lib/runtime/server/runtime.mjs tests/sources/round-trip-counts.ts [folder of the fixtures]
 */

const folder = process.argv[2] ?? '../shared/data/fixtures';
const kinds: readonly [kind: string, ending: string][] = [
  ...['bibtex', 'bibtex_large', 'dblp_bib'].map((kind): [string, string] => [kind, '.bib']),
  ['ris', '.ris'],
  ['csl_json', '.json'],
];
if (!existsSync(folder)) throw new Error(`There is no folder ${folder}. Name the folder of the fixtures.`);

const write = (work: ImportedWork): string => citationFormat('cite.bib')?.write([toCitedWork(work)], '') ?? '';
/** Citations have no abstract. */
const comparable = ({ abstract: _, ...work }: ImportedWork): Record<string, unknown> => work;

for (const [kind, ending] of kinds) {
  const counts = { works: 0, equal: 0, sameFile: 0 };
  const differences: string[] = [];
  for (const name of readdirSync(join(folder, kind), { recursive: true, encoding: 'utf8' }).filter((each) => each.endsWith(ending))) {
    for (const work of parsePastedWorks(readFileSync(join(folder, kind, name), 'utf8')).works) {
      counts.works += 1;
      const file = write(work);
      const [again] = parsePastedWorks(file).works;
      if (again && write(again) === file) counts.sameFile += 1;
      const [one, other] = [comparable(work), again ? comparable(again) : {}];
      const fields = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
        (field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]),
      );
      if (fields.length === 0) counts.equal += 1;
      for (const field of fields)
        differences.push(`  ${name}: ${field}\n    ${JSON.stringify(one[field])}\n    ${JSON.stringify(other[field])}`);
    }
  }
  process.stdout.write(`${kind}: ${counts.works} works, ${counts.equal} equal when read again, ${counts.sameFile} files equal\n`);
  for (const difference of differences) process.stdout.write(`${difference}\n`);
}
