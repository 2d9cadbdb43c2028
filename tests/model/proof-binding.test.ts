import { describe, expect, test } from 'vitest';
import { readCrossrefItem, readDataCiteItem } from '#lib/catalog/sources/registry-item.ts';
import { bearsFullName, isOpenHost, isSameMailbox } from '#lib/governance/claims/model/address-names.ts';
import { parseFederatedAssertion } from '#lib/governance/claims/model/federated.ts';
import {
  type DescribedItem,
  type DescribedWork,
  descriptionMismatch,
  type OrcidItem,
  signerOf,
} from '#lib/governance/claims/model/orcid-items.ts';
import { isFirmlyPrinted, type Printing } from '#lib/governance/claims/model/printed-address.ts';
import { effectOfMethod } from '#lib/governance/claims/model/proofs.ts';

/** Each binding rule of powers.md as a table: what somebody can make true for another person's record is never strong. */
const own = ['Nell Namesake', 'N. Namesake'];
const item = (more: Partial<OrcidItem> = {}): OrcidItem => ({
  work: 'one',
  assertedBy: 'Crossref',
  isPosted: false,
  isTrustedRepository: false,
  entries: [],
  coauthors: ['Carl Coauthor'],
  ...more,
});
const beside = (name: string, isAuthenticated = false) => ({ entries: [{ name, isAuthenticated }] });
const two = (coauthors: string[] | null, more: Partial<OrcidItem> = {}) => item({ work: 'two', coauthors, ...more });

describe('whom an iD is tied to', () => {
  test.each<[string, OrcidItem[], string | null]>([
    ['a publisher’s entry beside this author', [item(beside('Nell Namesake'))], 'this_author'],
    ['the same with an initial that no co-author has', [item(beside('N. Namesake'))], 'this_author'],
    ['an entry in a preprint', [item({ ...beside('Nell Namesake'), isPosted: true })], 'not_told'],
    ['an entry in a preprint for which the author signed in', [item({ ...beside('Nell Namesake', true), isPosted: true })], 'this_author'],
    ['an entry of DataCite', [item({ ...beside('Nell Namesake'), assertedBy: 'DataCite', isPosted: true })], 'not_told'],
    [
      'an entry of DataCite from a repository that the operator trusts',
      [item({ ...beside('Nell Namesake'), assertedBy: 'DataCite', isPosted: true, isTrustedRepository: true })],
      'this_author',
    ],
    ['an entry of another party alone', [item({ ...beside('Nell Namesake'), assertedBy: 'Paper Mill Press' })], 'not_told'],
    ['an entry beside a co-author', [item(beside('Carl Coauthor'))], 'other'],
    ['entries beside both', [item({ entries: [...beside('Nell Namesake').entries, ...beside('Carl Coauthor').entries] })], 'other'],
    ['an entry beside an initial that a co-author shares', [item({ ...beside('N. Namesake'), coauthors: ['Nora Namesake'] })], 'other'],
    ['an entry beside a name that a co-author has too', [item({ ...beside('Nell Namesake'), coauthors: ['Nell Namesake'] })], 'other'],
    ['N1: no entry, one work', [item()], 'not_told'],
    ['N1: no entry, two works with the co-author who has renamed the iD', [item(), two(['Carl Coauthor', 'Dora Dim'])], 'not_told'],
    ['the co-author signs with an initial', [item(), two(['C. Coauthor'])], 'not_told'],
    ['the co-author is listed family name first', [item(), two(['Coauthor Carl'])], 'not_told'],
    ['two works with nobody else in common', [item(), two(['Dora Dim'])], 'alone_in_two'],
    ['two works, one of them without co-authors', [item(), two([])], 'alone_in_two'],
    ['two items of one work', [item(), item({ coauthors: ['Dora Dim'] })], 'not_told'],
    ['two works, one with an unknown list', [item(), two(null)], 'not_told'],
    ['two works, one of them a preprint', [item(), two(['Dora Dim'], { isPosted: true })], 'not_told'],
    ['two works, one by the holder', [item(), two(['Dora Dim'], { assertedBy: null })], 'not_told'],
    ['two works, one by a press that names nobody', [item(), two(['Dora Dim'], { assertedBy: 'A Press' })], 'not_told'],
    [
      'two works, one by a press that names this author',
      [item(), two(['Dora Dim'], { assertedBy: 'A Press', ...beside('Nell Namesake') })],
      'alone_in_two',
    ],
    [
      'two deposits that somebody planted',
      [item({ assertedBy: 'DataCite', isPosted: true, coauthors: [] }), two([], { assertedBy: 'DataCite', isPosted: true })],
      'not_told',
    ],
    [
      'two works alone, a third beside another author',
      [item(), two(['Dora Dim']), item({ work: 'three', ...beside('Carl Coauthor') })],
      'not_told',
    ],
    ['by the holder alone', [item({ assertedBy: null })], 'not_told'],
    ['nothing', [], null],
  ])('%s', (_, items, signer) => {
    expect(signerOf(items, own)?.signer ?? null).toBe(signer);
  });
});

describe('a work without identifiers', () => {
  const work: DescribedWork = {
    title: 'On the Weight of Small Numbers',
    year: 2019,
    venue: 'Proceedings of the 12th International Conference on Scales',
    authors: ['Nell Namesake', 'Carl Coauthor'],
    isComplete: true,
  };
  const registered: DescribedItem = {
    title: 'On the weight of small numbers.',
    years: [2018, 2019],
    venues: ['Proc. 2019 Conference on Scales'],
    authors: ['Nell Namesake', 'C. Coauthor'],
  };
  test.each<[string, Partial<DescribedWork>, Partial<DescribedItem>, string | null]>([
    ['is the same by title, year, authors and venue', {}, {}, null],
    ['has another title', {}, { title: 'On the weight of large numbers' }, 'title'],
    ['has a title of two words', { title: 'Small numbers' }, { title: 'Small numbers' }, 'title'],
    ['has another year', {}, { years: [2020] }, 'year'],
    ['has no year', { year: null }, {}, 'year'],
    ['has one author more at the registry', {}, { authors: ['Nell Namesake', 'Carl Coauthor', 'Mal Mallory'] }, 'authors'],
    ['has a list that ends with et al.', { isComplete: false }, { authors: ['Nell Namesake', 'Carl Coauthor', 'Mal Mallory'] }, null],
    ['has another first author', {}, { authors: ['Mal Mallory', 'Nell Namesake'] }, 'authors'],
    ['has no authors at its source', { authors: [] }, {}, 'authors'],
    ['has another venue', {}, { venues: ['Journal of Deposits'] }, 'venue'],
    ['has no venue at its source', { venue: null }, {}, 'venue'],
  ])('%s', (_, one, other, mismatch) => {
    expect(descriptionMismatch({ ...work, ...one }, { ...registered, ...other })).toBe(mismatch);
  });
});

describe('an address printed beside the name', () => {
  const printing = (more: Partial<Printing> = {}): Printing => ({
    ...{ work: 'w', title: 'On Lamps', type: 'article', venue: 'Journal of Lamps', doi: null, isConfirmed: false },
    ...more,
  });
  test.each<[string, Printing[], boolean]>([
    ['N5: one planted item', [printing()], false],
    ['two of one venue', [printing(), printing({ venue: 'Journal of Lamps, Volume 7' })], false],
    [
      'two years of one conference',
      [printing({ venue: 'Proceedings of the 3rd Lamp Workshop' }), printing({ venue: 'Proceedings of the 2021 Lamp Workshop' })],
      false,
    ],
    ['two of different venues', [printing(), printing({ title: 'On Wicks', venue: 'Lamp Workshop' })], true],
    ['two versions of one paper', [printing(), printing({ venue: 'Lamp Workshop' })], false],
    ['one of them a preprint', [printing(), printing({ title: 'Other', type: 'preprint', venue: 'Other' })], false],
    ['one of them at a repository', [printing(), printing({ venue: 'Zenodo (CERN European Organization for Nuclear Research)' })], false],
    [
      'one of them a deposit by its DOI',
      [printing(), printing({ title: 'Other', venue: 'Other Journal', doi: '10.5281/zenodo.1' })],
      false,
    ],
    ['one of them without a venue', [printing(), printing({ venue: null })], false],
    ['one that a co-author has confirmed', [printing({ isConfirmed: true })], true],
    ['a preprint that a co-author has confirmed', [printing({ type: 'preprint', isConfirmed: true })], false],
    ['none', [], false],
  ])('%s: firm %#', (_, printings, is) => {
    expect(isFirmlyPrinted(printings)).toBe(is);
  });
});

test.each<[string, boolean]>([
  ['lamp.edu', false],
  ['cs.lamp.edu', false],
  ['lists.lamp.edu', true],
  ['ocf.lamp.edu', true],
  ['user-shell.cs.lamp.edu', true],
  ['stud2.lamp.edu', true],
  ['alumni.lamp.edu', true],
  ['studium.lamp.edu', false],
  ['studenti.lamp.it', true],
  ['mailman3.cs.lamp.edu', true],
  ['home.lamp.edu', true],
])('the host %j gives addresses to others than staff: %j', (host, is) => expect(isOpenHost(host)).toBe(is));

test.each<[string, string, boolean]>([
  ['nell.namesake@lamp.edu', 'Nell.Namesake@lamp.edu', true],
  ['nell.namesake@lamp.edu', 'nell.namesake+x@lamp.edu', true],
  ['nell.namesake@cs.lamp.edu', 'nell.namesake@lamp.edu', true],
  ['nell.namesake@lamp.edu', 'nell.namesake@mill.edu', false],
  ['nell@lamp.edu', 'nell.namesake@lamp.edu', false],
])('%j and %j are one mailbox: %j', (one, other, is) => expect(isSameMailbox(one, other)).toBe(is));

test.each<[string, string, boolean]>([
  ['Nell Namesake', 'Nell Namesake', true],
  ['Namesake Nell', 'Nell Namesake', true],
  ['Nell M. Namesake', 'Nell Namesake', true],
  ['Nell M. Namesake', 'Nell Marie Namesake', true],
  ['Nell K. Namesake', 'Nell Marie Namesake', false],
  ['Yun Quan Zhang', 'Yunquan Zhang', true],
  ['Zoë Ångström', 'Zoe Angstrom', true],
  // N6
  ['Nel Namesake', 'Nell Namesake', false],
  ['Nell Namesake', 'Nel Namesake', false],
  ['N. Namesake', 'Nell Namesake', false],
  ['Nell Namesake', 'N. Namesake', false],
  ['N. Namesake', 'N. Namesake', false],
  ['Nell', 'Nell', false],
  ['', '', false],
])('the login of %j bears the full name %j: %j', (name, recordName, is) => expect(bearsFullName([name], [recordName])).toBe(is));

describe('a federated login', () => {
  const issuer = { domains: ['lamp.edu'], staffClaim: 'eduperson_scoped_affiliation', staffValues: ['faculty', 'staff', 'employee'] };
  const parse = (claims: Record<string, unknown>, settings = issuer) =>
    parseFederatedAssertion({ issuer: 'https://login.lamp.edu', subject: 's' }, claims, settings);
  test.each<[string, Record<string, unknown>, string[]]>([
    ['staff', { eduperson_scoped_affiliation: ['staff@lamp.edu'] }, ['lamp.edu']],
    ['staff below the domain', { eduperson_scoped_affiliation: ['employee@cs.lamp.edu'] }, ['cs.lamp.edu']],
    ['a student', { eduperson_scoped_affiliation: ['student@lamp.edu', 'member@lamp.edu'] }, []],
    ['a student who works there', { eduperson_scoped_affiliation: ['student@lamp.edu', 'employee@lamp.edu'] }, []],
    ['a member', { eduperson_scoped_affiliation: ['member@lamp.edu'] }, []],
    ['staff of another domain', { eduperson_scoped_affiliation: ['staff@mill.edu'] }, []],
    ['nobody in particular, with a home organisation', { schac_home_organization: 'lamp.edu' }, []],
  ])('of %s', (_, claims, staffDomains) => {
    expect(parse(claims).staffDomains).toEqual(staffDomains);
  });

  test('takes another claim for staff if the operator names it', () => {
    const settings = { ...issuer, staffClaim: 'employee_type', staffValues: ['Academic'] };
    const home = { schac_home_organization: 'lamp.edu' };
    expect(parse({ ...home, employee_type: 'academic' }, settings).staffDomains).toEqual(['lamp.edu']);
    expect(parse({ ...home, employee_type: 'visitor' }, settings).staffDomains).toEqual([]);
    expect(
      parse({ ...home, eduperson_scoped_affiliation: ['student@lamp.edu'], employee_type: 'academic' }, settings).staffDomains,
    ).toEqual([]);
  });

  test('is not bounded without domains, and prefers the names of the register to the displayed name', () => {
    expect(parse({}, { ...issuer, domains: [] }).isBounded).toBe(false);
    expect(parse({ name: 'Nell Namesake', given_name: 'Nel', family_name: 'Other' }).names).toEqual(['Nel Other']);
    expect(parse({ name: 'Nell Namesake' }).names).toEqual(['Nell Namesake']);
  });
});

test('reads entries and kind of a work at the registration agencies', () => {
  const crossref = readCrossrefItem({
    message: {
      type: 'posted-content',
      title: ['On Lamps'],
      'container-title': [],
      author: [
        { given: 'Nell', family: 'Namesake', ORCID: 'https://orcid.org/0000-0002-1825-0097', 'authenticated-orcid': true },
        { name: 'A Team' },
      ],
      issued: { 'date-parts': [[2020, 1]] },
    },
  });
  expect(crossref).toMatchObject({ isPosted: true, years: [2020], venues: [] });
  expect(crossref.authors).toEqual([
    { name: 'Nell Namesake', orcid: '0000-0002-1825-0097', isAuthenticated: true },
    { name: 'A Team', orcid: null, isAuthenticated: false },
  ]);
  const dataCite = readDataCiteItem({
    data: {
      attributes: {
        titles: [{ title: 'On Lamps' }],
        publicationYear: 2021,
        creators: [
          {
            name: 'Namesake, Nell',
            givenName: 'Nell',
            familyName: 'Namesake',
            nameIdentifiers: [{ nameIdentifier: 'https://orcid.org/0000-0002-1825-0097' }],
          },
        ],
      },
      relationships: { client: { data: { id: 'CERN.ZENODO' } } },
    },
  });
  expect(dataCite).toMatchObject({
    isPosted: true,
    repository: 'cern.zenodo',
    authors: [{ name: 'Nell Namesake', isAuthenticated: false }],
  });
});

describe('what the method means for a proof that counts', () => {
  const overlap = { by: 'identifier', what: '10.5555/1', assertedBy: 'Crossref' };
  const orcid = { orcid: '0000-0002-1825-0097', registeredOn: '2020-01-01', ageDays: 900 };
  const login = {
    issuer: 'lamp',
    domain: 'lamp.example',
    rorId: 'https://ror.org/00lamp',
    organisation: 'Lamp',
    atAffiliation: true,
    asserted: true,
    assured: false,
  };
  test.each<[string, string, string, Record<string, unknown>, string]>([
    ['an iD by an item that is not known to be by this author', 'orcid', 'strong', { ...orcid, overlap }, 'probe'],
    ['a file in a repository', 'repository', 'strong', { repository: 'https://github.com/a/b', work: 'one' }, 'probe'],
    [
      'a file by a committer of a printed address',
      'repository',
      'strong',
      { repository: 'https://github.com/a/b', work: 'one', printedCommitter: true },
      'keeps',
    ],
    ['a fair file in a repository', 'repository', 'fair', { repository: 'https://github.com/a/b', work: 'one' }, 'keeps'],
    ['a login that did not say “staff”', 'federated', 'strong', login, 'lower'],
    [
      'a login for staff of a bounded issuer',
      'federated',
      'strong',
      { ...login, isStaff: true, isBounded: true, fitsNamesake: false },
      'keeps',
    ],
    ['facts that cannot be read', 'orcid', 'strong', {}, 'lower'],
  ])('%s', (_, kind, strength, facts, effect) => {
    expect(effectOfMethod({ kind, strength, facts })).toBe(effect);
  });
});
