import { readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cardFontFiles, convertFont, cutFont, fontFiles, fontFolder } from '../font-subsets.ts';

const files = fontFiles();
const faces = ['sans', 'serif'] as const;
const maxBytes = 60_000;
const people = {
  English: 'Rosalind Franklin: “The structure of sodium thymonucleate fibres”, 1953 – and after…',
  French: 'Hélène Bœuf-Çağlar',
  German: 'Jörg Weiß',
  Icelandic: 'Þórður Ægisson',
  Polish: 'Łukasz Święcicki, Zażółć Gęślą Jaźń',
  Turkish: 'İpek Gökçe Yıldız, Çağrı Şahin',
  Czech: 'Tomáš Křížek, Žďár Ňuňů',
  Slovak: 'Ľudmila Šťastná, Vŕba, Kĺč',
  Hungarian: 'Erdős Győző, Fűzfa',
  Romanian: 'Ionuț Bălan, Ștefan Țepeș',
  Croatian: 'Đorđe Čović, Željko Šarić',
  Latvian: 'Ģirts Ķēniņš, Jānis Bērziņš',
  Lithuanian: 'Rūta Žemaitė, Šarūnas Jasikevičius, Ąžuolas Grįžęs',
  Estonian: 'Õnne Tõnisson, Šmidt',
  Japanese: 'Shōhei Ōtani, Yūki Kondō',
  Vietnamese: 'Nguyễn Thị Ngọc Ánh, Đặng Văn Hưởng, Phạm Quỳnh',
};

const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16();
/** Returns the font files of a face that a page with the text loads, including the preloaded one. */
const filesFor = (face: string, text: string) =>
  files.filter(
    ({ name, ranges }) =>
      name === `${face}-latin` ||
      (name.startsWith(`${face}-`) && [...text].some((letter) => ranges.some(([from, to]) => isBetween(letter, from, to)))),
  );
const isBetween = (letter: string, from: number, to: number) => (letter.codePointAt(0) ?? 0) >= from && (letter.codePointAt(0) ?? 0) <= to;
const bytesFor = (text: string) =>
  faces.flatMap((face) => filesFor(face, text)).reduce((bytes, { name }) => bytes + statSync(`${fontFolder}/${name}.woff2`).size, 0);

test.each(Object.entries(people))('a page with %s names loads at most 60 kB of fonts', (_, names) => {
  expect(bytesFor(names)).toBeLessThanOrEqual(maxBytes);
});

test('a page with the names of all those languages loads at most 60 kB of fonts', () => {
  const names = Object.values(people).join();
  expect(filesFor('serif', names).map(({ name }) => name)).toEqual(['serif-latin', 'serif-europe', 'serif-vietnamese']);
  expect(bytesFor(names)).toBeLessThanOrEqual(maxBytes);
});

test('a page with names of Central Europe and an italic title loads at most 60 kB of fonts', () => {
  const title = 'Is “Erdős” in ‘situ’ – or not? (50%, n = 3 & p < .05): [A/B]; it’s *new*, "old" + 1!';
  expect(filesFor('italic', title).map(({ name }) => name)).toEqual(['italic-latin']);
  const italic = statSync(`${fontFolder}/italic-latin.woff2`).size;
  expect(bytesFor([people.Polish, people.Czech, people.Hungarian].join()) + italic).toBeLessThanOrEqual(maxBytes);
});

test('each Latin letter is in one file of each face', () => {
  const letters = [
    [0x20, 0x7e],
    [0xa0, 0x24f],
    [0x1e00, 0x1ef9],
  ].flatMap(([from = 0, to = 0]) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)));
  const counts = (face: string) => {
    const parts = files.filter(({ name }) => name.startsWith(`${face}-`));
    return letters.filter((letter) => parts.filter(({ ranges }) => ranges.some(([from, to]) => isBetween(letter, from, to))).length !== 1);
  };
  expect(faces.map(counts)).toEqual([[], []]);
  expect(counts('italic').filter((letter) => letter <= 'ÿ')).toEqual([]);
});

test('the files of app/fonts match faces.ts, and have no reserved name', async () => {
  const written = readdirSync(fontFolder).filter((name) => name.endsWith('.woff2'));
  expect(written.toSorted()).toEqual(files.map(({ name }) => `${name}.woff2`).toSorted());
  for (const file of files) {
    const cut = await convertFont(await cutFont(file), 'truetype');
    const kept = await convertFont(readFileSync(`${fontFolder}/${file.name}.woff2`), 'truetype');
    expect(cut.equals(kept), `${file.name} differs: npm run fonts`).toBe(true);
    expect(kept.includes(utf16('Author S')) && !kept.includes(utf16('Source S'))).toBe(true);
  }
});

test('the files of app/fonts/cards are those of their packages', () => {
  const names = readdirSync(`${fontFolder}/cards`).filter((name) => name.endsWith('.woff2'));
  expect(names.toSorted()).toEqual(cardFontFiles.map(({ to }) => to.replace(/^.*\//, '')).toSorted());
  for (const { from, to } of cardFontFiles) expect(readFileSync(to).equals(readFileSync(from)), `${to} differs: npm run fonts`).toBe(true);
  expect(cardFontFiles.reduce((bytes, { to }) => bytes + statSync(to).size, 0)).toBeLessThan(600_000);
});
