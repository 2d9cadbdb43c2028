import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proposeClusters } from '#lib/governance/identity/model/clusters.ts';
import type { NamesakeWork } from '#lib/governance/identity/model/namesakes.ts';
import { parseNameParts } from '#lib/platform/names/written-names.ts';
import { feiYang } from '../../seeds/pages/acl-anthology.ts';

const work = (id: string, more: Partial<NamesakeWork> = {}): NamesakeWork => ({
  id,
  work: id,
  name: 'Wei Wang',
  coauthors: [],
  affiliations: [],
  venue: null,
  title: null,
  topics: [],
  year: null,
  orcid: null,
  email: null,
  ...more,
});

const some = <T>(...values: T[]) => fc.constantFrom(...values);
const orcids = ['0000-0001-0000-0001', '0000-0002-0000-0002', '0000-0003-0000-0003'];
const anyWork = fc.record({
  name: some('Wei Wang', 'W. Wang', 'Wang, Wei', 'Weimin Wang', 'Wei Q. Wang'),
  coauthors: fc.uniqueArray(some('Ada Byron', 'A. Byron', 'Carl Gauss', 'Emmy Noether', 'Sofia Kovalevskaya', 'D. Hilbert'), {
    maxLength: 3,
  }),
  affiliations: fc.uniqueArray(some('University of Göttingen', 'Univ. Göttingen', 'Stockholm University'), { maxLength: 2 }),
  venue: some(null, 'ACL 2026', 'ACL 2025', 'Mathematische Annalen'),
  title: some(null, 'Invariant theory of forms', 'Forms and their invariants', 'Parsing with graphs'),
  topics: fc.uniqueArray(some('algebra', 'parsing'), { maxLength: 1 }),
  year: some(null, 1998, 2012, 2013, 2026),
});
const ids = fc.record({ orcid: some(null, null, ...orcids), email: some(null, null, null, 'w@example.org') });
const block = (each: fc.Arbitrary<Partial<NamesakeWork>>) =>
  fc.array(each, { minLength: 1, maxLength: 12 }).map((all) => all.map((more, at) => work(`w${at}`, more)));
const identified = block(fc.tuple(anyWork, ids).map(([one, two]) => ({ ...one, ...two })));

describe('the clusters of a name', () => {
  test('contain each work once, in any order of input', () => {
    fc.assert(
      fc.property(identified, fc.boolean(), fc.integer(), (works, oneRecord, turn) => {
        const clusters = proposeClusters(works, { oneRecord });
        expect(clusters.flatMap((cluster) => cluster.ids).sort()).toEqual(works.map(({ id }) => id).sort());
        const turned = works.toSorted((a, b) => ((Number(a.id.slice(1)) * 7 + turn) % 13) - ((Number(b.id.slice(1)) * 7 + turn) % 13));
        expect(proposeClusters(turned, { oneRecord })).toEqual(clusters);
      }),
      { numRuns: 60 },
    );
  });

  test('never contain two ORCID iDs, and contain all works of one', () => {
    fc.assert(
      fc.property(identified, fc.boolean(), (works, oneRecord) => {
        const orcidOf = new Map(works.map(({ id, orcid }) => [id, orcid]));
        const found = proposeClusters(works, { oneRecord }).map((cluster) => new Set(cluster.ids.flatMap((id) => orcidOf.get(id) ?? [])));
        for (const each of found) expect(each.size).toBeLessThanOrEqual(1);
        const all = found.flatMap((each) => [...each]);
        expect(all).toHaveLength(new Set(all).size);
      }),
      { numRuns: 100 },
    );
  });

  test('never contain two authorships of one work without identifiers', () => {
    const twice = block(fc.tuple(anyWork, some('p', 'q', 'r', 's')).map(([one, paper]) => ({ ...one, work: paper })));
    fc.assert(
      fc.property(twice, fc.boolean(), (works, oneRecord) => {
        const paperOf = new Map(works.map((each) => [each.id, each.work]));
        for (const cluster of proposeClusters(works, { oneRecord })) {
          const papers = cluster.ids.map((id) => paperOf.get(id));
          expect(papers).toHaveLength(new Set(papers).size);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('are separated by two iDs, with everything else in common', () => {
    const same = { coauthors: ['Ada Byron'], title: 'Invariant theory of forms', venue: 'ACL 2026', year: 2026, email: 'w@example.org' };
    const [first, second] = orcids;
    const clusters = proposeClusters([work('a', { ...same, orcid: first ?? null }), work('b', { ...same, orcid: second ?? null })]);
    expect(clusters.map((cluster) => cluster.ids)).toEqual([['a'], ['b']]);
    expect(clusters[0]?.nearest).toMatchObject({
      cluster: 1,
      ruling: 'apart',
      evidenceAgainst: [{ kind: 'orcid', one: first, other: second }],
    });
  });
});

describe('the reasons of a cluster', () => {
  const works = [
    work('a', {
      coauthors: ['Ada Byron', 'D. Hilbert'],
      title: 'Parsing with graphs',
      year: 2020,
      venue: 'ACL 2020',
      affiliations: ['Univ. Göttingen'],
    }),
    work('b', {
      coauthors: ['Ada Byron'],
      title: 'Graphs for parsing',
      year: 2021,
      venue: 'ACL 2021',
      affiliations: ['University of Göttingen'],
    }),
    work('c', {
      coauthors: ['Sofia Kovalevskaya'],
      title: 'Invariant forms',
      year: 2004,
      venue: 'Mathematische Annalen',
      affiliations: ['Stockholm University'],
    }),
  ];

  test('state what holds it together', () => {
    expect(proposeClusters(works)[0]).toMatchObject({
      ids: ['a', 'b'],
      years: { from: 2020, to: 2021 },
      evidenceFor: [
        { kind: 'coauthors', names: ['Ada Byron'], works: 2 },
        { kind: 'affiliation', names: ['Univ. Göttingen', 'University of Göttingen'] },
        { kind: 'topic', words: ['graphs', 'parsing'] },
        { kind: 'venue', names: ['ACL 2020'], works: 2 },
        { kind: 'years', from: 2020, to: 2021 },
      ],
    });
  });

  test('state what indicates two people, and are empty if a fact is missing', () => {
    expect(proposeClusters(works)[0]?.nearest).toMatchObject({
      cluster: 1,
      ruling: null,
      evidenceFor: [],
      evidenceAgainst: [
        { kind: 'coauthors', one: 2, other: 1 },
        { kind: 'affiliation', one: 'Univ. Göttingen', other: 'Stockholm University' },
        { kind: 'topic' },
        { kind: 'venue' },
        { kind: 'years', gap: 16, from: 2004, to: 2020 },
      ],
    });
    const [first = null, second = null] = orcids;
    const bare = proposeClusters([work('a', { orcid: first }), work('b', { orcid: second })]);
    expect(bare[0]?.nearest).toMatchObject({ evidenceFor: [], evidenceAgainst: [{ kind: 'orcid' }] });
  });

  test('are symmetric, except for the side they name', () => {
    fc.assert(
      fc.property(identified, (all) => {
        const clusters = proposeClusters(all);
        for (const [at, { nearest: there }] of clusters.entries()) {
          const back = clusters[there?.cluster ?? -1]?.nearest;
          if (back?.cluster !== at) continue;
          expect(there?.score).toEqual(back.score);
          expect(there?.evidenceFor).toEqual(back.evidenceFor);
          expect(there?.evidenceAgainst.map(({ kind }) => kind)).toEqual(back.evidenceAgainst.map(({ kind }) => kind));
        }
      }),
      { numRuns: 200 },
    );
  });

  test('measure two groups symmetrically, to the last bit', () => {
    const title = 'Forms and their invariants';
    const [, second = null, third = null] = orcids;
    const clusters = proposeClusters([
      work('w0', { title: 'Parsing with graphs', topics: ['algebra'], orcid: third }),
      work('w1', { title, coauthors: ['Ada Byron', 'Sofia Kovalevskaya'], orcid: second }),
      work('w2', { title, coauthors: ['Sofia Kovalevskaya', 'Carl Gauss', 'A. Byron'], venue: 'Mathematische Annalen', orcid: third }),
      work('w3', { title }),
      work('w4', {
        name: 'Weimin Wang',
        coauthors: ['D. Hilbert'],
        venue: 'ACL 2026',
        title: 'Parsing with graphs',
        topics: ['algebra'],
        orcid: second,
      }),
    ]);
    const [one, other] = [clusters[0]?.nearest, clusters[1]?.nearest];
    expect([one?.cluster, other?.cluster]).toEqual([1, 0]);
    expect(one?.score).toBe(other?.score);
  });
});

test('Fei Yang of the Anthology is two people: 2012, and 2021 to 2026', () => {
  const works = feiYang.rows.map(({ row, year, entry: told }) => {
    const { affiliations } = told && 'affiliations' in told ? told : { affiliations: null };
    const own = affiliations?.['Fei Yang'];
    return work(row, {
      name: 'Fei Yang',
      coauthors: told?.names.filter((name) => name !== 'Fei Yang') ?? [],
      affiliations: own ? [own] : [],
      venue: told?.venue ?? null,
      title: told?.title ?? null,
      year,
    });
  });
  const clusters = proposeClusters(works, { oneRecord: true });
  expect(clusters.map(({ years }) => years)).toEqual([
    { from: 2021, to: 2026 },
    { from: 2012, to: 2012 },
  ]);
  expect(clusters[1]?.nearest?.evidenceAgainst).toContainEqual({ kind: 'years', gap: 9, from: 2012, to: 2021 });
});

test.each([
  ['David J. Brown', { family: 'brown', given: 'david', middle: 'j' }],
  ['Wang, Zhong-ming', { family: 'wang', given: 'zhongming', middle: '' }],
  ['J.R. García', { family: 'garcia', given: 'j', middle: 'r' }],
  ['Plato', { family: 'plato', given: '', middle: '' }],
])('the parts of %s', (written, parts) => {
  expect(parseNameParts(written)).toEqual(parts);
});
