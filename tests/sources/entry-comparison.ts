import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from '@retorquere/bibtex-parser';
import { readLatexLine } from '#lib/catalog/bibliography/markup.ts';
import { readBibtexNames } from '#lib/catalog/bibliography/names.ts';
import { parsePastedWorks } from '#lib/catalog/sources/pasted.ts';
import { citationFormat } from '#lib/catalog/works/model/citations/formats.ts';
import { toCitedWork } from '../model/cited-work.ts';

/*
 * Compares entries that sites export with the entries that we write after reading them, field by field.
 *
 *   node lib/runtime/server/runtime.mjs tests/sources/entry-comparison.ts <file of a site> …
 */

type Fields = Record<string, string>;
const maxEntries = 20;
/** Fields of a site about its own record, and about the address. */
const ofTheSite = /^(timestamp|biburl|bibsource|abstract|adsurl|adsnote|keywords|primaryclass|copyright)$/;
/** Fields with another name in our files. */
const renamed: Readonly<Record<string, readonly string[]>> = {
  ...{
    eprinttype: ['archiveprefix'],
    location: ['address'],
    numpages: ['pagetotal'],
    issue: ['number'],
    date: ['year'],
    school: ['publisher'],
  },
  ...{ organization: ['publisher'], journal: ['booktitle'], booktitle: ['journal'] },
};

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

function fieldsOf(text: string): Fields[] {
  const { entries } = parse(text, {
    ...{ raw: true, english: false, sentenceCase: false, caseProtection: false, unsupported: 'ignore', removeOuterBraces: [] },
    verbatimFields: [/^(author|editor|publisher|keywords)$/],
  });
  return entries.map(({ fields }) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value.join(' and ') : String(value)]),
    ),
  );
}

/** Returns the meaning of a field: without layout. Braces of a title stay. */
function meaningOf(name: string, written: string): string {
  if (name === 'author' || name === 'editor')
    return readBibtexNames(written)
      .names.map((each) => `${each.name} (${each.family})`)
      .join('; ');
  if (name === 'doi' || name === 'eprint') return written.toLowerCase().replaceAll('\\', '').replace(/v\d+$/, '');
  if (name === 'isbn') return written.replaceAll('-', '');
  if (name === 'url')
    return written
      .replaceAll('\\', '')
      .replace(/^http:/, 'https:')
      .replace('dx.doi.org', 'doi.org')
      .toLowerCase();
  const plain = readLatexLine(written).toLowerCase();
  if (name === 'pages') return plain.replace(/[-–—]+/g, '-');
  if (name === 'month') return months[Number(plain) - 1] ?? plain.replace(/[{}]/g, '').slice(0, 3);
  return plain;
}

for (const path of process.argv.slice(2)) {
  const text = readFileSync(path, 'utf8');
  const counts = new Map<string, { stated: number; same: number; changed: string[] }>();
  let compared = 0;
  for (const [, entry = ''] of text.matchAll(/(@\w+\{[\s\S]*?\n?\})\s*(?=@\w+\{|$)/g)) {
    if (compared === maxEntries) break;
    const [theirs] = fieldsOf(entry);
    const [work] = parsePastedWorks(entry).works;
    if (!theirs || !work) continue;
    compared += 1;
    const [ours = {}] = fieldsOf(citationFormat('cite.bib')?.write([toCitedWork(work)], '') ?? '');
    for (const [name, value] of Object.entries(theirs)) {
      if (ofTheSite.test(name) || value.trim() === '') continue;
      const count = counts.get(name) ?? { stated: 0, same: 0, changed: [] };
      counts.set(name, count);
      count.stated += 1;
      const other = [name, ...(renamed[name] ?? [])].map((each) => ours[each]).find((each) => each !== undefined);
      if (other !== undefined && meaningOf(name, other) === meaningOf(name, value)) count.same += 1;
      else count.changed.push(`${value.replace(/\s+/g, ' ').slice(0, 90)} → ${other ?? 'nothing'}`);
    }
  }
  process.stdout.write(`\n${basename(path)}: ${compared} entries\n${'field'.padEnd(16)}${'stated'.padStart(8)}${'same'.padStart(8)}\n`);
  for (const [name, { stated, same, changed }] of counts) {
    process.stdout.write(`${name.padEnd(16)}${`${stated}`.padStart(8)}${`${same}`.padStart(8)}\n`);
    for (const each of changed) process.stdout.write(`    ${each}\n`);
  }
}
