import { expect, test } from 'vitest';
import { authorCard, contextCard, edgeCard, pageCard, truncateText, workCard } from '#lib/portal/cards/model.ts';

test('a card of a record names person, organisation, works and sources, and no rating', () => {
  const years = [
    { year: 1842, works: 2 },
    { year: 1844, works: 1 },
  ];
  const card = authorCard({
    ...{ name: 'Ada Byron', otherNames: [], affiliation: 'Somerville', works: 3, firstYear: 1842, lastYear: 1844, sources: ['ORCID'] },
    ...{ topics: ['Engines', 'Numbers', 'Looms', 'Flowers'], worksPerYear: years },
  });
  expect(card).toEqual({
    heading: 'Ada Byron',
    lines: ['Somerville', '3 works, 1842–1844', 'Sources: ORCID'],
    topics: ['Engines', 'Numbers', 'Looms'],
    bars: [...years.slice(0, 1), { year: 1843, works: 0 }, ...years.slice(1)],
  });
});

test('the topics of a card fit on one line', () => {
  const facts = {
    name: 'Ada',
    otherNames: [],
    affiliation: null,
    works: 1,
    firstYear: 1842,
    lastYear: 1842,
    sources: [],
    worksPerYear: [],
  };
  const topicsOf = (...topics: string[]) => authorCard({ ...facts, topics }).topics;
  const long = 'Distributed, Parallel, and Cluster Computing';
  expect(topicsOf('Machine Learning', long, 'Computation and Language')).toEqual([
    'Machine Learning',
    'Distributed, Parallel, and Cluster…',
  ]);
  expect(topicsOf(long, long, 'Looms')).toEqual(['Distributed, Parallel, and Cluster…', 'Looms']);
});

test('a card of a work names the first authors, the number of others, and a retraction', () => {
  const authors = ['A', 'B', 'C', 'D', 'E', 'F'].map((name, at) => ({
    name,
    slug: null,
    organisation: false,
    own: false,
    position: at + 1,
  }));
  expect(workCard({ title: ['Notes'], authors, unplaced: [], year: 1843, venue: 'Memoirs', retracted: true })).toEqual({
    heading: 'Notes',
    lines: ['Retracted', 'A, B, C, D and 2 more', 'Memoirs, 1843'],
    topics: [],
    bars: [],
  });
});

const workOf = (title: string, ...names: string[]) => ({
  title: [title],
  authors: names.map((name, at) => ({ name, slug: null, organisation: false, own: false, position: at + 1 })),
  ...{ unplaced: [], year: 1843, venue: 'Memoirs', retracted: false },
});

test('a card draws no empty box: words with missing glyphs are replaced, other missing characters omitted', () => {
  const facts = {
    otherNames: [],
    affiliation: '清华大学',
    works: 1,
    firstYear: 1842,
    lastYear: 1842,
    sources: ['ORCID'],
    topics: ['統計', 'Looms'],
    worksPerYear: [],
  };
  expect(authorCard({ ...facts, name: '张伟' })).toMatchObject({
    heading: 'Author profile',
    lines: ['1 work, 1842', 'Sources: ORCID'],
    topics: ['Looms'],
  });
  expect(authorCard({ ...facts, name: 'Łukasz Nguyễn Ćurčić Ελένη Юлия' }).heading).toBe('Łukasz Nguyễn Ćurčić Ελένη Юлия');
  expect(workCard(workOf('Bounds at 10^{-3}\\,\\mathrm{eV} in {}^{2}H_2O 🎉', 'Ada Byron', '伟', '明'))).toMatchObject({
    heading: 'Bounds at 10^−3 eV in ²H_2O',
    lines: ['Ada Byron and 2 more', 'Memoirs, 1843'],
  });
  expect(workCard(workOf('数据驱动', '张伟'))).toMatchObject({ heading: 'A scholarly work', lines: ['1 author', 'Memoirs, 1843'] });
});

test('a card shows another name of the profile if it cannot draw the first one', () => {
  const facts = { affiliation: null, works: 1, firstYear: 1842, lastYear: 1842, sources: [], topics: [], worksPerYear: [] };
  expect(authorCard({ ...facts, name: '张伟', otherNames: ['張偉', 'Wei Zhang'] }).heading).toBe('Wei Zhang');
});

test('a card draws names of other scripts, and a year after a right-to-left name', () => {
  const names = ['चंद्रशेखर वेंकट रमन', 'সত্যেন্দ্রনাথ বসু', 'சுப்பிரமணியன்', 'สมชาย ใจดี', 'გიორგი მელიქიშვილი', 'Վիկտոր Համբարձումյան'];
  for (const name of names) expect(workCard(workOf('Title', name)).lines[0]).toBe(name);
  const { heading, lines } = workCard({ ...workOf('عنوان', 'سارة أحمدی', 'עדה יונת'), venue: 'مجلة' });
  expect([heading, ...lines]).toEqual(['عنوان\u200e', 'سارة أحمدی\u200e, עדה יונת\u200e', 'مجلة\u200e, 1843']);
});

test('a card of a topic, venue or institution states its kind, figures, topics and works by year', () => {
  const facts = { kind: 'Topic', figures: '3 works · 2 people', related: ['Engines', '統計'], worksPerYear: [{ year: 1842, works: 3 }] };
  expect(contextCard({ ...facts, name: 'Looms' })).toEqual({
    heading: 'Looms',
    lines: ['Topic', '3 works · 2 people'],
    topics: ['Engines'],
    bars: [{ year: 1842, works: 3 }],
  });
  expect(contextCard({ ...facts, name: '織機' })).toMatchObject({ heading: 'Topic', lines: ['3 works · 2 people'] });
});

test('a card of two authors has both names or neither', () => {
  expect(edgeCard({ names: ['Ada Byron', 'Mary Somerville'], figures: '2 joint works' })).toMatchObject({
    heading: 'Ada Byron and Mary Somerville',
    lines: ['2 joint works'],
  });
  expect(edgeCard({ names: ['Ada Byron', '张伟'], figures: '' }).heading).toBe('Two co-authors');
  expect(edgeCard({ names: ['x'.repeat(300), 'y'.repeat(300)], figures: '' }).heading.length).toBeLessThanOrEqual(105);
});

test('a card of a site page has its sentence in three lines at most', () => {
  const { heading, lines } = pageCard({ heading: 'x'.repeat(300), text: 'one '.repeat(300) });
  expect([heading.length <= 90, lines.map((line) => line.length <= 170)]).toEqual([true, [true]]);
});

test('names and place of a work have one line each below a title of four lines', () => {
  const { heading, lines } = workCard(
    workOf('Long title '.repeat(20), ...Array.from({ length: 4 }, () => 'Maximiliana Theodora Rodríguez')),
  );
  expect(heading.length).toBeGreaterThan(90);
  expect(lines.map((line) => line.length <= 58)).toEqual([true, true]);
});

test('a text that does not fit is cut at a word', () => {
  expect(truncateText('short')).toBe('short');
  expect(truncateText('one two three four', 12)).toBe('one two…');
  expect(truncateText('x'.repeat(300)).length).toBeLessThanOrEqual(140);
});
