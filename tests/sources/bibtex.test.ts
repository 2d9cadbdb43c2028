import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { bibtex } from '#lib/catalog/sources/bibtex/adapter.ts';
import { importedWork } from '#lib/catalog/sources/model.ts';
import { listInputFiles } from '#lib/catalog/sources/reading.ts';
import { measureCpuMs } from '../cpu-time.ts';
import { collectEvents, createFolder } from './input-files.ts';

const read = async (contents: Record<string, string | Uint8Array>) => {
  const folder = createFolder(contents);
  try {
    return await collectEvents(bibtex(await folder.files('.bib')));
  } finally {
    folder.drop();
  }
};

const lamps = String.raw`
@string{jl = "Journal of Lamps"}
@article{byron2020,
  title = {On {\textbf{L}}amps and $x^2$},
  author = {van der Berg, Jan and {GLM-4. 5 Team} and M{\"u}ller, J{\"o}rg and Ludwig van Beethoven and others},
  year = 2020, month = mar, journal = jl, pages = {1--9},
  doi = {https://doi.org/10.5555/LAMP.1}, url = {javascript:alert(1)}
}
@misc{nobody, title = {\href{javascript:alert(1)}{x} and {<script>}}, eprint = {2101.00001v2}, archivePrefix = {arXiv}, date = {2021-01-05}}
`;

describe('a BibTeX file', () => {
  test('yields works with people, groups, formulas and identifiers', async () => {
    const { works, quarantined } = await read({ 'lamps.bib': lamps });
    expect(quarantined).toEqual([]);
    const [first, second] = works.map((work) => importedWork.parse(work));
    expect(first).toEqual({
      source: 'bibtex',
      recordId: expect.stringMatching(/^file:/),
      title: ['On ', { tag: 'b', of: ['L'] }, 'amps and ', { tag: 'math', tex: 'x^2' }],
      type: 'article',
      year: 2020,
      date: '2020-03',
      venue: 'Journal of Lamps',
      pages: '1-9',
      identifiers: [{ scheme: 'doi', value: '10.5555/lamp.1' }],
      authors: [
        { name: 'Jan van der Berg', family: 'van der Berg' },
        { name: 'GLM-4.5 Team', organisation: true },
        { name: 'Jörg Müller', family: 'Müller' },
        { name: 'Ludwig van Beethoven', family: 'van Beethoven' },
      ],
      authorsComplete: false,
      indicators: [],
    });
    expect(second).toMatchObject({
      type: 'preprint',
      date: '2021-01-05',
      authors: [],
      identifiers: [{ scheme: 'arxiv', value: '2101.00001' }],
    });
    expect(JSON.stringify(second?.title)).not.toContain('"tag":"a"');
  });

  test('reads a $ without its partner as the character, and keeps the entry and its other formulas', async () => {
    const { works, quarantined } = await read({
      'money.bib': `
@string{jl = "Journal of Lamps"}
@article{one, title={Lamps for $5 only}, author={Byron, Ada}, journal=jl, year=2021, doi={10.5555/one}}
@article{two, title={On $x^2$ and $y lamps}, abstract={It costs $3
 or so}, author={Byron, Ada}, year=2022}
@article{three, title={Fine $z$}, author={Byron, Ada}, year=2023}`,
    });
    expect(quarantined).toEqual([]);
    expect(works.map(({ title, year, venue }) => [title, year, venue])).toEqual([
      [['Lamps for $5 only'], 2021, 'Journal of Lamps'],
      [['On ', { tag: 'math', tex: 'x^2' }, ' and $y lamps'], 2022, undefined],
      [['Fine ', { tag: 'math', tex: 'z' }], 2023, undefined],
    ]);
  });

  test('with a malformed entry loses only that entry, and reports which and why', async () => {
    const { works, quarantined } = await read({
      'a.bib': `@article{one, title={One}}\n@article{broken, title={Two, author={A}\n@book{three, title={Three}}`,
    });
    expect(works.map(({ title }) => title)).toEqual([['One'], ['Three']]);
    expect(quarantined).toHaveLength(1);
    expect(quarantined[0]).toMatchObject({
      recordId: 'broken',
      reason: expect.stringMatching(/not valid BibTeX \(line \d+, column \d+\)/),
    });
  });

  test('reports an unclosed brace once, wherever the entry has an @, and an error of another entry besides', async () => {
    const email = '@article{mail, title={Two, author={A}, note={a@b.example}, url={@foo},\n\n@online at\n}\n';
    const { works, quarantined } = await read({
      'a.bib': `@misc{one, title={One}}\n${email}@misc{open, title={Three}, note={c\n}\n@misc{four, title={Four}}\n@misc no key\n`,
    });
    expect(works.map(({ title }) => title)).toEqual([['One'], ['Four']]);
    expect(quarantined.map(({ recordId }) => recordId)).toEqual(['mail', 'open', 'error 3']);
  });

  test('keeps the first of two entries of one work, in whatever file, under whatever key', async () => {
    const entry = (key: string) =>
      `@article{${key}, title={On the lamps of the outer quay}, author={Byron, Ada}, year=2001, journal={J. Lamps}}`;
    const first = await read({ 'a.bib': entry('a'), 'b.bib': `${entry('a')}\n${entry('b')}` });
    const renamed = await read({ 'c.bib': entry('c') });
    expect([first.works.length, first.quarantined, first.repeated]).toEqual([1, [], ['b.bib, line 1', 'b.bib, line 2']]);
    expect(renamed.works[0]?.recordId).toBe(first.works[0]?.recordId);
  });

  test('has two works in two chapters with the DOI of their book', async () => {
    const { works } = await read({ 'a.bib': '@incollection{a, title={A}, doi={10.5555/x}} @incollection{b, title={B}, doi={10.5555/X}}' });
    expect(works.map(({ title }) => title)).toEqual([['A'], ['B']]);
  });

  test('that is not text, or is empty, is reported or yields nothing', async () => {
    const { works, quarantined } = await read({
      'a.bib': new Uint8Array([0x40, 0xff, 0xfe, 0x00]),
      'b.bib': '',
      'c.bib': 'not BibTeX at all { } @ @@',
    });
    expect(works).toEqual([]);
    expect(quarantined[0]).toMatchObject({ input: 'a.bib', reason: expect.stringMatching(/UTF-8: byte 1/) });
  });

  test.each([
    ['von Hicks, III, Michael', 'Michael von Hicks III', 'von Hicks'],
    ['Greaves, Jr., Percy L.', 'Percy L. Greaves Jr.', 'Greaves'],
    ['given=Arthur, family=Smith', 'Arthur Smith', 'Smith'],
    ['family=Berg, prefix=van den, useprefix=true, given=Anna-Maria, given-i=AM', 'Anna-Maria van den Berg', 'van den Berg'],
    ['"given=Hans-Harald", family=M{\\"u}ller, suffix=Jr.', 'Hans-Harald Müller Jr.', 'Müller'],
    ['given={Ar, thur}, family=Smith', 'Ar, thur Smith', 'Smith'],
    // In these scripts the family name comes first.
    ['王, 小明', '王小明', '王'],
    ['山田,\n  はなこ', '山田はなこ', '山田'],
    ['王 小明', '王小明', '王'],
    ['スミス, ジョン', 'ジョン スミス', 'スミス'],
  ])('knows the person written as %s', async (written, name, family) => {
    const { works } = await read({ 'a.bib': `@misc{k, title={T}, author={Ada Byron and ${written}}}` });
    expect(works[0]?.authors).toEqual([
      { name: 'Ada Byron', family: 'Byron' },
      { name, family },
    ]);
  });

  test('reads no biblatex options as people, and whole names between commas as people', async () => {
    const authors = 'nosortothers=false and labelalphanametemplatename=foo and Ada Byron and Ben King, Cem Sol, Dora Lamp';
    const { works } = await read({ 'a.bib': `@misc{k, title={T}, author={${authors}}}` });
    expect(works[0]?.authors.map(({ name }) => name)).toEqual(['Ada Byron', 'Ben King', 'Cem Sol', 'Dora Lamp']);
  });

  test('without any entry is reported', async () => {
    const { quarantined } = await read({ 'a.bib': 'Dear Ada, here is no reference.', 'b.bib': '' });
    expect(quarantined.map(({ reason }) => reason)).toEqual([
      'No entry was found in a.bib; is it BibTeX?',
      'No entry was found in b.bib; is it BibTeX?',
    ]);
  });

  test('may spell its field names in any case', async () => {
    const { works } = await read({ 'a.bib': '@misc{k, title={T}, __proto__={x}, constructor={y}, tostring={z}}' });
    expect(works.map(({ title }) => title)).toEqual([['T']]);
  });

  test.skipIf(process.platform === 'win32')('that is a named pipe is read, and rejected if nothing is written into it', async () => {
    const folder = createFolder({ 'lamps.bib': lamps });
    const pipe = join(folder.path, 'pipe.bib');
    execFileSync('mkfifo', [pipe]);
    const [file] = await listInputFiles(pipe);
    const reads = async () => (file ? collectEvents(bibtex([file])) : null);
    spawn('sh', ['-c', 'cat "$0" > "$1"', join(folder.path, 'lamps.bib'), pipe]);
    expect((await reads())?.works).toHaveLength(2);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const waiting = reads();
    await vi.waitUntil(() => vi.getTimerCount() > 0);
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    expect((await waiting)?.quarantined[0]?.reason).toMatch(/is a pipe into which nothing is written/);
    folder.drop();
  });

  test('with a field that is too long for the parser loses only that entry, and reports why', async () => {
    const { works, quarantined } = await read({ 'long.bib': `${lamps}@misc{long, title = {${'\\"u'.repeat(120_000)}}}` });
    expect(works).toHaveLength(2);
    expect(quarantined).toMatchObject([{ recordId: 'long', reason: expect.stringContaining('fewer than 100,000 characters') }]);
  });

  test('with a field of a megabyte loses only that field, and keeps long lists of people', async () => {
    const field = (name: string, value: string) => `@misc{${name}, title = {Lamps of ${name}}, year = 2020,\n\n ${name} = ${value}}\n`;
    const people = field('author', `{${'Ada Byron and '.repeat(8_000)}Ada Byron}`);
    const prose = 'Much is said of lamps (1 \\} 2), and more. '.repeat(25_000);
    const long = field('abstract', `{${prose}}`) + field('note', `"${prose}"`) + people + lamps;
    const { works, quarantined, problems } = await read({ 'long.bib': long });
    expect(works.map(({ authors }) => authors.length)).toEqual([0, 0, 8_001, 4, 0]);
    expect(quarantined).toEqual([]);
    const message = 'It is longer than 100,000 characters.';
    expect(problems).toMatchObject([
      { field: 'abstract', message, kept: 'without it' },
      { field: 'note', message, kept: 'without it' },
      { field: 'url' },
    ]);
  });

  test('with a long URL is read in seconds', { timeout: 60_000 }, async () => {
    const long = `@misc{long, title = {Lamps}, url = {https://arxiv.org/${'a'.repeat(60_000)}}}`;
    expect(await measureCpuMs(() => read({ 'long.bib': long }))).toBeLessThan(2_000);
  });

  test('with thousands of people, in either notation, is read in seconds', { timeout: 20_000 }, async () => {
    const [inOrder, inverted] = ['Ada Byron and '.repeat(2_000), 'Byron, Ada and '.repeat(2_000)];
    const contents = `@misc{a, title={T}, author={${inOrder}Ben King}, editor={${inOrder}Ben King}}\n@misc{b, title={S}, author={${inverted}King, Ben}}`;
    const { works } = await read({ 'a.bib': contents });
    expect(works.map(({ authors }) => [authors.length, authors[0], authors.at(-1)])).toEqual(
      Array(2).fill([2_001, { name: 'Ada Byron', family: 'Byron' }, { name: 'Ben King', family: 'King' }]),
    );
  });
});
