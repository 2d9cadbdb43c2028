import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aclAnthology } from '#lib/catalog/sources/acl-anthology/adapter.ts';
import { bibtex } from '#lib/catalog/sources/bibtex/adapter.ts';
import { readCslWork } from '#lib/catalog/sources/csl.ts';
import type { ImportEvent, ImportedWork } from '#lib/catalog/sources/model.ts';
import { openalex } from '#lib/catalog/sources/openalex.ts';
import { parsePastedWorks } from '#lib/catalog/sources/pasted.ts';
import { type InputFile, listInputFiles } from '#lib/catalog/sources/reading.ts';
import { collectEvents } from './input-files.ts';

/*
 * Prints, for each format of the fixtures, how many works, names, dates, identifiers and other fields our readers find, beside the counts of
 * another reader: ElementTree, jq, pybtex, or lines that begin with a tag.
 *
 *   node lib/runtime/server/runtime.mjs tests/sources/fixture-counts.ts [folder of the fixtures]
 */

const folder = process.argv[2] ?? '../shared/data/fixtures';

type Counts = Record<string, number>;

/** Debian's Python, which has pybtex if its package python3-pybtex is installed. */
const python = '/usr/bin/python3';

function countFields(works: readonly ImportedWork[], volumes: readonly ImportedWork[] = []): Counts {
  const counts: Counts = { works: works.length, volumes: volumes.length };
  const add = (name: string, count = 1): void => {
    if (count > 0) counts[name] = (counts[name] ?? 0) + count;
  };
  for (const work of [...works, ...volumes]) {
    add('author', work.authors.length);
    for (const { role } of work.contributors ?? []) add(role);
    for (const { scheme } of work.identifiers) add(scheme);
    if (work.year !== undefined) add('year');
    if (work.abstract !== undefined) add('abstract');
    for (const field of ['volume', 'issue', 'pages', 'number', 'publisher', 'place', 'series', 'edition', 'issn', 'keywords'] as const)
      if (work[field]?.length) add(field);
  }
  return counts;
}

const readEvents = async (read: (files: readonly InputFile[]) => AsyncIterable<ImportEvent>, kind: string, ...endings: string[]) => {
  const { works, volumes } = await collectEvents(read(await listInputFiles(join(folder, kind), ...endings)));
  return countFields(works, volumes);
};

const textsIn = (kind: string, ending: string): string[] =>
  readdirSync(join(folder, kind), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(folder, kind, name), 'utf8'));

const readPasted = async (kind: string, ending: string): Promise<Counts> =>
  countFields(textsIn(kind, ending).flatMap((text) => parsePastedWorks(text).works));

/** Runs another reader, which prints JSON; null if it is not installed. */
function run(program: string, args: readonly string[], input = ''): Counts | null {
  const { status, stdout } = spawnSync(program, args, { input, encoding: 'utf8', maxBuffer: 1e8 });
  return status === 0 ? (JSON.parse(stdout) as Counts) : null;
}

const elementTree = `import glob, json, sys, xml.etree.ElementTree as E
roots = [E.parse(f).getroot() for f in glob.glob(sys.argv[1] + '/**/*.xml', recursive=True)]
n = lambda p: sum(len(r.findall(p)) for r in roots)
print(json.dumps({'works': n('./volume/paper'), 'volumes': n('./volume/meta'), 'author': n('./volume/paper/author'), 'editor': n('./volume/meta/editor'),
 'doi': n('./volume/paper/doi') + n('./volume/meta/doi'), 'isbn': n('./volume/meta/isbn'), 'abstract': sum(1 for r in roots for a in r.findall('./volume/paper/abstract') if ''.join(a.itertext()).strip()), 'pages': n('./volume/paper/pages')}))`;

const pybtex = `import glob, json, sys
from pybtex.database.input import bibtex
from collections import Counter
c = Counter()
for f in glob.glob(sys.argv[1] + '/**/*.bib', recursive=True):
    try: entries = bibtex.Parser().parse_file(f).entries.values()
    except Exception: continue
    for e in entries:
        c['works'] += 1
        for role, people in e.persons.items(): c[role] += len(people)
        for k, n in {'doi':'doi','isbn':'isbn','year':'year','abstract':'abstract','pages':'pages','volume':'volume','publisher':'publisher','address':'place','series':'series','edition':'edition','issn':'issn'}.items():
            if k in e.fields: c[n] += 1
print(json.dumps(c))`;

const jqCrossref = `[.. | objects | select(.DOI? and (.title? or .author?) and .type?)] | {works: length, author: (map(.author // [] | length) | add),
  editor: (map(.editor // [] | length) | add), doi: length, issue: (map(select(.issue)) | length), volume: (map(select(.volume)) | length),
  pages: (map(select(.page)) | length), abstract: (map(select(.abstract)) | length), issn: (map(select(.ISSN)) | length)}`;
const jqCsl = `[.[] | if type == "array" then .[] else . end | objects] | {works: length, author: (map(.author // [] | length) | add),
  editor: (map(.editor // [] | length) | add), doi: (map(select(.DOI)) | length), issue: (map(select(.issue)) | length),
  volume: (map(select(.volume)) | length), pages: (map(select(.page)) | length), publisher: (map(select(.publisher)) | length)}`;

/** Counts the lines of RIS files by tag. */
function risTags(): Counts {
  const lines = textsIn('ris', '.ris').flatMap((text) => text.split(/\r\n|\r|\n/));
  const count = (...tags: string[]): number =>
    lines.filter((line) => tags.some((tag) => line.startsWith(`${tag}  -`) && line.length > 6)).length;
  return {
    ...{
      works: lines.filter((line) => /^TY {1,2}-/.test(line)).length,
      author: count('AU', 'A1'),
      editor: count('ED', 'A2'),
      doi: count('DO'),
    },
    ...{
      volume: count('VL'),
      issue: count('IS'),
      pages: count('SP'),
      publisher: count('PB'),
      abstract: count('AB', 'N2'),
      keywords: count('KW'),
    },
  };
}

const jsonOf = (kind: string): string => `[${textsIn(kind, '.json').filter(isJson).join(',')}]`;

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== null;
  } catch {
    return false;
  }
}

/** Finds the works in responses of Crossref's API. */
function crossrefItems(value: unknown): unknown[] {
  if (value === null || typeof value !== 'object') return [];
  const isWork = 'DOI' in value && 'type' in value && ('title' in value || 'author' in value);
  return [...(isWork ? [value] : []), ...Object.values(value).flatMap(crossrefItems)];
}

interface Format {
  name: string;
  ours(): Promise<Counts>;
  other: string;
  theirs(): Counts | null;
}

const formats: readonly Format[] = [
  {
    ...{ name: 'ACL Anthology', ours: () => readEvents((files) => aclAnthology(files), 'acl_xml', '.xml'), other: 'ElementTree' },
    theirs: () => run(python, ['-c', elementTree, join(folder, 'acl_xml')]),
  },
  ...['bibtex', 'bibtex_large', 'dblp_bib'].map((kind) => ({
    ...{ name: kind, ours: () => readEvents((files) => bibtex(files), kind, '.bib'), other: 'pybtex' },
    theirs: () => run(python, ['-c', pybtex, join(folder, kind)]),
  })),
  { name: 'RIS', ours: () => readPasted('ris', '.ris'), other: 'tags', theirs: risTags },
  {
    ...{ name: 'CSL-JSON', ours: () => readPasted('csl_json', '.json'), other: 'jq' },
    theirs: () => run('jq', ['-c', jqCsl], jsonOf('csl_json')),
  },
  {
    ...{ name: 'OpenAlex', ours: () => readEvents((files) => openalex(files), 'openalex', '.json'), other: 'jq' },
    theirs: () =>
      run(
        'jq',
        [
          '-c',
          `[.. | objects | select(.id? and .authorships?)] | {works: length, author: (map(.authorships | length) | add), doi: (map(select(.doi)) | length),
            issue: (map(select(.biblio.issue)) | length), volume: (map(select(.biblio.volume)) | length), pages: (map(select(.biblio.first_page)) | length),
            abstract: (map(select(.abstract_inverted_index)) | length), year: (map(select(.publication_year)) | length)}`,
        ],
        jsonOf('openalex'),
      ),
  },
  {
    name: 'Crossref',
    ours: async () => countFields(crossrefItems(JSON.parse(jsonOf('crossref'))).flatMap((item) => readCslWork(item)?.work ?? [])),
    other: 'jq',
    theirs: () => run('jq', ['-c', jqCrossref], jsonOf('crossref')),
  },
];

if (!existsSync(folder)) throw new Error(`There is no folder ${folder}. Name the folder of the fixtures.`);
for (const { name, ours, other, theirs } of formats) {
  const [own, their] = [await ours(), theirs()];
  const names = [...new Set([...Object.keys(own), ...Object.keys(their ?? {})])];
  process.stdout.write(`\n${name}\n${'field'.padEnd(20)}${'ours'.padStart(8)}${other.padStart(14)}\n`);
  for (const field of names)
    process.stdout.write(
      `${field.padEnd(20)}${`${own[field] ?? 0}`.padStart(8)}${(their === null ? '–' : `${their[field] ?? '–'}`).padStart(14)}\n`,
    );
}
