import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type KnownOrganisation, parseAffiliation, splitAffiliation } from '#lib/catalog/contexts/model/affiliations.ts';
import { contextKey, contextSlug, contextsOfRecords, venueName, venueOf } from '#lib/catalog/contexts/model/names.ts';
import { rorAddress } from '#lib/catalog/contexts/model/ror.ts';
import { logLikelihoodRatio, PhraseCounts, PhraseFilter, topicsMethod, topicsOf } from '#lib/catalog/contexts/model/topics.ts';
import { formatYearCounts, parseYearCounts } from '#lib/catalog/contexts/model/years.ts';
import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import { nameSimilarity, variantKeys } from '#lib/platform/names/similar.ts';

describe('a context with many spellings', () => {
  test.each([
    ['topic', 'Language Models', 'language model'],
    ['topic', 'Studies', 'study'],
    [
      'venue',
      'Proceedings of the 60th Annual Meeting of the Association for Lamps (Volume 1: Long Papers)',
      'Annual Meeting of the Association for Lamps',
    ],
    ['venue', 'Proceedings of the Twenty-First Workshop on Lamps (WOL 2021)', 'workshop on lamps'],
    ['venue', 'Journal of Lamps, Volume 12', 'Journal of Lamps'],
    ['institution', 'University of Illinois at Urbana-Champaign', 'University of Illinois Urbana-Champaign'],
    ['institution', 'The Université de Montréal', 'universite de montreal'],
  ] as const)('%s: %s is %s', (kind, one, other) => {
    expect(contextKey(kind, one)).toBe(contextKey(kind, other));
  });

  test('is kept apart from another context', () => {
    expect(contextKey('institution', 'University of Washington')).not.toBe(contextKey('institution', 'Washington University'));
    expect(contextKey('venue', 'Workshop on Lamps')).not.toBe(contextKey('venue', 'Workshop on Shades'));
  });

  test('keeps its name, and its key when that is computed again', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (name) => {
        expect(venueName(name).length > 0 || name.trim() === '').toBe(true);
        expect(contextKey('venue', venueName(name)).length > 0 || name.trim() === '').toBe(true);
        expect(contextKey('topic', name)).toBe(contextKey('topic', name.toUpperCase().toLowerCase()));
      }),
    );
  });

  test('without a letter in its name is not called an author in its URL', () => {
    expect(contextSlug({ name: '???' })).toBe('unnamed');
    expect(contextSlug({ name: 'Journal of Lamps' })).toBe('journal-of-lamps');
  });

  test('is not a venue if it is a preprint server', () => {
    for (const title of ['arXiv preprint arXiv:2101.00001', 'CoRR', 'bioRxiv']) expect(venueOf(title)).toBeNull();
    expect(venueOf('Arabic Lamps')).not.toBeNull();
  });
});

const work = (fields: Partial<ImportedWork>): ImportedWork => ({
  source: 'bibtex',
  recordId: 'a',
  title: ['A lamp'],
  type: 'paper',
  identifiers: [],
  authors: [],
  authorsComplete: true,
  indicators: [],
  ...fields,
});

test('a source’s own list of venues takes precedence over a volume title; categories of one name are one topic', () => {
  const named = contextsOfRecords([
    work({ venue: 'arXiv', category: 'cs.LG' }),
    work({ venue: 'Lamps 2024', venues: [{ id: 'acl', name: 'Meeting on Lamps', acronym: 'ACL' }], category: 'LG' }),
  ]);
  expect(named.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['venue Meeting on Lamps', 'topic Machine Learning']);
});

const organisation = (name: string, more: Partial<KnownOrganisation> = {}): KnownOrganisation => ({
  rorId: `0${name.length.toString().padStart(8, 'a')}`,
  name,
  country: null,
  city: null,
  status: 'active',
  url: null,
  kind: 'name',
  ...more,
});
const registry = (...rows: [written: string, KnownOrganisation][]) =>
  Map.groupBy(rows, ([written]) => contextKey('institution', written)) as unknown as Map<string, [string, KnownOrganisation][]>;
const known = (...rows: [written: string, KnownOrganisation][]) =>
  new Map([...registry(...rows)].map(([key, some]) => [key, some.map(([, each]) => each)]));

describe('an affiliation', () => {
  const lampton = organisation('Lampton University', { country: 'GB', city: 'Lampton' });
  const elsewhere = organisation('Lampton University ', { country: 'US', city: 'Newlamp' });

  test('with several parts joined by semicolons is several', () => {
    expect(splitAffiliation(' Lampton University ; Shade Inc.;; Lampton University')).toEqual(['Lampton University', 'Shade Inc.']);
  });

  test.each([
    ['Department of Physics, Lampton University, Lampton, UK', 'Lampton University', 'ror_name'],
    ['Lampton University', 'Lampton University', 'ror_name'],
    ['LU, Lampton', 'Lampton University', 'ror_acronym'],
    ['LU', 'LU', null],
    ['Univ. Lampton', 'Lampton University', 'ror_alias'],
    ['Lampton University, Brazil', 'Lampton University', null],
    ['School of Wicks, Wickham College, France', 'Wickham College', null],
  ])('%s is read as %s by %s', (written, name, rule) => {
    const read = parseAffiliation(
      written,
      known(['Lampton University', lampton], ['LU', { ...lampton, kind: 'acronym' }], ['Univ. Lampton', { ...lampton, kind: 'alias' }]),
    );
    expect([read?.context.name, read?.rule]).toEqual([name, rule]);
  });

  test('that two organisations share is matched by its country only', () => {
    const both = known(['Lampton University', lampton], ['Lampton University', elsewhere]);
    expect(parseAffiliation('Lampton University', both)?.rule).toBeNull();
    expect(parseAffiliation('Lampton University, USA', both)).toMatchObject({
      rule: 'ror_country',
      context: { facts: { ror: elsewhere.rorId } },
    });
  });

  test('is not matched to a closed organisation', () => {
    expect(parseAffiliation('Lampton University', known(['Lampton University', { ...lampton, status: 'inactive' }]))?.rule).toBeNull();
  });

  test('that names no organisation is empty', () => {
    for (const written of ['Student', 'Independent Researcher', 'Department of Physics', 'N/A']) {
      expect(parseAffiliation(written, new Map())).toBeNull();
    }
  });

  test.each([
    ['Lamp Platforms, Inc.', 'Lamp Platforms'],
    ['Lamp Platforms, US, inc', 'Lamp Platforms'],
    ['aiLamp,Inc', 'aiLamp'],
    ['Lamp Devices Co., Ltd., China', 'Lamp Devices Co'],
    ['Research & Development Group, Wick, Ltd.', 'Wick'],
    ['Wick, Inc / Shade College', 'Wick'],
    ['Wick, Inc / University of Shade', 'Wick'],
    ['Assistant Professor, Wickham College', 'Wickham College'],
    ['Assistant Professor (Law), WCL', 'WCL'],
    ['Student, WCL', 'WCL'],
    ['Sr. Data Scientist, Wick', 'Wick'],
    ['Applied Scientist at Wick', 'Wick'],
    ['Ph.D. Student at the University of Shade, Lampton', 'University of Shade'],
    ['Faculty, CS, WCL', 'WCL'],
    ['Research, Wick', 'Wick'],
    ['BSC', 'BSC'],
    ['lampton.ac.uk', 'lampton.ac.uk'],
  ])('%s names %s', (written, name) => {
    expect(parseAffiliation(written, new Map())?.context.name).toBe(name);
  });

  test('that is only a legal form, rank, degree, salutation, subject or country names none', () => {
    const none =
      'Inc.|Ltd|LLC|Mr|Dr.|CS|Assistant Professor|Professor of Law|MSc student|Software Engineering student|Researcher|PhD|M.Sc.|China';
    for (const written of none.split('|'))
      expect([written, parseAffiliation(written, new Map())?.context.name]).toEqual([written, undefined]);
  });

  test('that is a web domain is the one organisation that has it in the registry', () => {
    const at = (written: string, domain: string, owners: KnownOrganisation[]) =>
      parseAffiliation(written, new Map([[domain, owners.map((each) => ({ ...each, kind: 'domain' }))]]));
    expect(at('ir.Lampton.ac.uk', 'lampton.ac.uk', [lampton])).toMatchObject({
      rule: 'ror_domain',
      context: { name: 'Lampton University' },
    });
    expect(at('lampton.ac.uk', 'lampton.ac.uk', [lampton, elsewhere])?.rule).toBeNull();
    expect(at('lampton.ac.uk', 'ac.uk', [lampton])?.rule).toBeNull();
    expect(at('lampton.ac.uk', 'lampton.ac.uk', [{ ...lampton, status: 'inactive' }])?.rule).toBeNull();
  });

  test('accepts any text', () => {
    fc.assert(
      fc.property(fc.string(), (written) => {
        for (const part of splitAffiliation(written)) {
          const read = parseAffiliation(part, new Map());
          if (read) expect(read.context.nameKey.length * read.context.name.length).toBeGreaterThan(0);
        }
      }),
    );
  });
});

/** Returns the topics of titles; by default each title has its own author. */
function topicsIn(titles: string[], authors = titles.map((_, at) => at), works = titles.length) {
  const filter = new PhraseFilter(works);
  for (const title of titles) filter.addTitle(title);
  const counts = new PhraseCounts(filter);
  for (const [at, title] of titles.entries()) counts.addTitle(title, authors[at] ?? null);
  return counts.topics();
}

const repeat = (count: number, title: (at: number) => string) => Array.from({ length: count }, (_, at) => title(at));
const filler = repeat(60, (at) => `Thing${at} with stuff${at} about matter${at} in place${at}`);

describe('topics-1', () => {
  const lamps = repeat(12, (at) => (at % 2 ? `Oil lamps for house${at}` : `A novel approach to oil lamp`));

  test('finds the same topics if many phrases share a hash bucket', () => {
    const titles = [...lamps, ...repeat(500, (at) => `Thing${at} with stuff${at} about matter${at} in place${at}`)];
    const found = topicsIn(titles, undefined, 1);
    expect(found.map(({ nameKey }) => nameKey)).toEqual(['oillamp']);
    expect(found).toEqual(topicsIn(titles, undefined, 1_000_000));
  });

  test('finds a phrase of many works and people, singular and plural as one, and no stop word', () => {
    expect(topicsIn([...lamps, ...filler]).map(({ nameKey, name, works }) => [nameKey, name, works])).toEqual([
      ['oillamp', expect.stringMatching(/^Oil lamps?$/), 12],
    ]);
  });

  test('ignores what one person repeats, and what few works have', () => {
    expect(
      topicsIn(
        [...lamps, ...filler],
        lamps.map(() => 1),
      ),
    ).toEqual([]);
    expect(topicsIn([...lamps.slice(0, topicsMethod.minWorks - 1), ...filler])).toEqual([]);
  });

  test('ignores a part of a longer phrase', () => {
    const long = repeat(15, (at) => `Brass oil lamp for house${at}`);
    expect(topicsIn([...long, ...filler]).map(({ nameKey }) => nameKey)).toEqual(['brassoillamp']);
  });

  test('does not depend on the order of titles', () => {
    const titles = [...lamps, ...filler];
    const order = fc.shuffledSubarray(titles, { minLength: titles.length });
    fc.assert(
      fc.property(order, (some) => {
        expect(topicsIn(some)).toEqual(topicsIn(titles));
      }),
      { numRuns: 5 },
    );
  });

  test('assigns at most five topics to a work, longer ones first', () => {
    const topics = new Map(
      ['oillamp', 'brassoillamp', 'gaslight', 'waxcandle', 'wicktrim', 'sootmark'].map((key, at) => [key, { works: at }]),
    );
    const found = topicsOf('Brass oil lamp, gas light, wax candle, wick trim, soot mark', topics);
    expect(found).toHaveLength(topicsMethod.maxPerWork);
    expect(found[0]).toBe('brassoillamp');
  });

  test('computes the ratio of Dunning’s paper: zero without association, growing with it', () => {
    expect(logLikelihoodRatio(1, 10, 10, 100)).toBe(0);
    expect(logLikelihoodRatio(110, 2552, 221, 31777)).toBeCloseTo(270.72, -1);
    expect(logLikelihoodRatio(9, 10, 10, 1000)).toBeGreaterThan(logLikelihoodRatio(3, 10, 10, 1000));
  });
});

test('years are read as they were written', () => {
  const years = fc.uniqueArray(fc.record({ year: fc.integer({ min: 1000, max: 2100 }), works: fc.integer({ min: 1, max: 9999 }) }));
  fc.assert(
    fc.property(years, (some) => {
      expect(parseYearCounts(formatYearCounts(some))).toEqual(some);
    }),
  );
  expect(parseYearCounts(undefined)).toEqual([]);
});

describe('similar names', () => {
  test.each([
    ['yunquan-zhang', 'y-zhang', 'initial'],
    ['yunquan-zhang', 'yun-quan-zhang', 'spaced'],
    ['maria-lopez', 'maria-j-lopez', 'given'],
    ['maria-lopez', 'marta-lopez', null],
    ['maria-lopez', 'maria-gomez', null],
    ['ada-b-king', 'ada-c-king', null],
    ['plato', 'a-plato', null],
  ])('%s and %s: %s', (one, other, how) => {
    expect(nameSimilarity(one, other)).toBe(how);
    expect(nameSimilarity(other, one)).toBe(how);
  });

  test('every looked-up variant matches', () => {
    for (const key of ['yunquan-zhang', 'y-zhang', 'maria-j-lopez'])
      for (const each of variantKeys(key)) expect(nameSimilarity(key, each), each).not.toBeNull();
  });
});

test('only an id with the right check digits has an address in the ROR registry', () => {
  for (const id of ['02mhbdp94', '0090r4d87', '05dxps055']) expect(rorAddress(id)).toBe(`https://ror.org/${id}`);
  // A wrong digit, two transposed ones, and the invented id of the sample.
  for (const id of ['02mhbdp95', '02mhcdp94', '020mhbdp94', '20mhbdp94', '0c0astx00']) expect(rorAddress(id)).toBeUndefined();
});
