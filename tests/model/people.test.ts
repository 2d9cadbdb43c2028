import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isOrcid } from '#lib/catalog/bibliography/identifiers.ts';
import {
  readOrcidContributors,
  readOrcidEmployments,
  readOrcidRegistration,
  readOrcidWorks,
  readPublishedName,
} from '#lib/catalog/sources/orcid.ts';
import { followRefusal } from '#lib/community/follows/model.ts';
import {
  type ClaimEvent,
  claimDecision,
  claimRefusal,
  claimStages,
  comparableTitle,
  nextClaimStage,
} from '#lib/governance/claims/model/claim.ts';
import { isSameName } from '#lib/governance/claims/model/claim-names.ts';
import { strongOrcid, untiedOrcid } from '../evidence.ts';

describe('a claim', () => {
  const events: ClaimEvent[] = [
    'accept_at_once',
    'give_notice',
    'end_notice',
    'object',
    'resume_notice',
    'approve',
    'reject',
    'appeal',
    'suspend',
    'restore',
    'revoke',
    'withdraw',
  ];

  test('follows only the transitions of the table', () => {
    const ways = [null, ...claimStages].flatMap((from) =>
      events.flatMap((event) => (nextClaimStage(from, event) ? [`${from ?? 'new'} ${event} ${nextClaimStage(from, event)}`] : [])),
    );
    expect(ways).toEqual([
      'new accept_at_once accepted',
      'new give_notice notice_period',
      'notice_period accept_at_once accepted',
      'notice_period end_notice accepted',
      'notice_period object in_review',
      'notice_period withdraw withdrawn',
      'in_review resume_notice notice_period',
      'in_review approve accepted',
      'in_review reject rejected',
      'in_review withdraw withdrawn',
      'accepted suspend suspended',
      'accepted withdraw withdrawn',
      'rejected appeal appealed',
      'appealed approve accepted',
      'appealed reject rejected',
      'appealed withdraw withdrawn',
      'suspended restore accepted',
      'suspended revoke revoked',
      'suspended withdraw withdrawn',
      'revoked appeal appealed',
    ]);
  });

  test('never returns after its withdrawal; a revoked one returns by an appeal only', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events)), (happened) => {
        expect(happened.every((event) => nextClaimStage('withdrawn', event) === null)).toBe(true);
        expect(happened.every((event) => event === 'appeal' || nextClaimStage('revoked', event) === null)).toBe(true);
      }),
    );
  });

  test('is decided at once by an ORCID iD only with an overlap, and never by a confirmed address', () => {
    expect(claimDecision(strongOrcid('0000-0002-1825-0097'))).toMatchObject({
      strength: 'strong',
      event: 'accept_at_once',
    });
    expect(claimDecision(untiedOrcid('0000-0002-1825-0097'))).toMatchObject({
      strength: 'fair',
      event: 'give_notice',
    });
    expect(claimDecision({ by: 'email' })).toMatchObject({ family: 'institution', strength: 'weak', event: 'give_notice' });
  });

  test('gives the same answer to a rival for any holder; the holder learns that it is theirs', () => {
    const author = { kind: 'person', worksCount: 3, level: 1, isHidden: false };
    const holder = { accountId: 'holder', stage: 'accepted', strength: 'weak' } as const;
    expect(claimRefusal({ accountId: 'rival', author, holder })).toBe('already_claimed');
    expect(claimRefusal({ accountId: null, author, holder })).toBe('already_claimed');
    expect(claimRefusal({ accountId: 'holder', author, holder })).toBe('already_yours');
    expect(claimRefusal({ accountId: 'rival', author, holder: null })).toBeNull();
    expect(claimRefusal({ accountId: 'rival', author: { ...author, level: 0 }, holder: null })).toBe('unresolved_record');
  });

  test('compares titles by their words, and short ones not at all', () => {
    expect(comparableTitle('On the Weight—of Small Numbers.')).toBe(comparableTitle('on the weight of small numbers'));
    expect(comparableTitle('Introduction')).toBeNull();
    expect(isSameName('Giulia Chiarini', 'G. Chiarini')).toBe(true);
    expect(isSameName('Giulia Chiarini', 'Marco Chiarini')).toBe(false);
    expect(isSameName('', 'Marco Chiarini')).toBe(false);
  });
});

test('nobody follows their own record', () => {
  expect(followRefusal('noor', { ownerId: 'noor' })).toBe('own_record');
  expect(followRefusal('noor', { ownerId: null })).toBeNull();
  expect(followRefusal('noor', null)).toBe('unknown_author');
});

describe('an ORCID record', () => {
  const id = (type: string, value: string, relation = 'self') => ({
    'external-id-type': type,
    'external-id-value': value,
    'external-id-relationship': relation,
  });
  const answer = (ids: object[], title: unknown = { title: { value: 'A Title' } }, source: object = { anything: true }) => ({
    group: [
      {
        'external-ids': { 'external-id': ids },
        'work-summary': [{ 'put-code': 12, title, 'external-ids': null, source }],
      },
    ],
  });
  const client = { 'source-client-id': { path: '0000-0001-9884-1913' } };
  const sourceNamed = (name: string) => ({ ...client, 'source-name': { value: name } });

  test.each<[object, string | null]>([
    [sourceNamed('Crossref'), 'Crossref'],
    [sourceNamed('DataCite'), 'DataCite'],
    [sourceNamed('University of Lund'), 'University of Lund'],
    [{ ...sourceNamed('Lund Repository'), 'assertion-origin-name': { value: 'Elsevier' } }, 'Elsevier'],
    // Added by the holder, by a delegate, or through tools in which the holder selects works.
    [{ 'source-orcid': { path: '0000-0002-1825-0097' }, 'source-name': { value: 'Crossref' } }, null],
    [{ ...sourceNamed('Crossref'), 'assertion-origin-orcid': { path: '0000-0002-1825-0097' } }, null],
    [sourceNamed('Crossref Metadata Search'), null],
    [sourceNamed('DataCite Search & Link'), null],
    [sourceNamed('Scopus - Elsevier'), null],
    [sourceNamed('Europe PubMed Central'), null],
    [sourceNamed('ResearcherID'), null],
    [sourceNamed(''), null],
    [client, null],
    [{}, null],
  ])('an item of the source %j is asserted by %j', (source, by) => {
    expect(readOrcidWorks(answer([], null, source))[0]?.assertedBy).toBe(by);
  });

  test('keeps identifiers that the holder has grouped, against an item of another party', () => {
    const grouped = { ...answer([id('doi', '10.5555/another')], null, sourceNamed('Crossref')) };
    expect(readOrcidWorks(grouped)[0]).toMatchObject({ assertedBy: 'Crossref', identifiers: [] });
    expect(readOrcidWorks(answer([id('doi', '10.5555/another')], null))[0]?.identifiers).toEqual([
      { scheme: 'doi', value: '10.5555/another' },
    ]);
  });

  test('has the day on which an iD was registered, or null if it is not stated', () => {
    expect(readOrcidRegistration({ history: { 'submission-date': { value: 1_351_191_260_867 } } })).toBe('2012-10-25');
    expect(readOrcidRegistration({ history: null })).toBeNull();
    expect(readOrcidRegistration({})).toBeNull();
  });

  test('has the name that its holder publishes under, if everybody may read it', () => {
    const nameOf = (credit: string | null, family: string | null = 'de Luca') =>
      readPublishedName({
        name: {
          'given-names': { value: 'Mara' },
          'family-name': family && { value: family },
          'credit-name': credit === null ? null : { value: credit },
        },
      });
    expect(nameOf('Mara J. de Luca')).toEqual({ name: 'Mara J. de Luca', family: 'de Luca' });
    expect(nameOf('Luca, Mara', null)).toEqual({ name: 'Mara Luca', family: 'Luca' });
    for (const credit of [null, '', 'Anonymous', 'Lamp Research Team', '18437919080']) expect(nameOf(credit)).toBeNull();
    expect(readPublishedName({ name: null })).toBeNull();
  });
  const identifiers = (ids: object[]) => readOrcidWorks(answer(ids))[0]?.identifiers;

  test('yields DOIs and arXiv ids in the form in which works store them', () => {
    expect(identifiers([id('doi', 'https://doi.org/10.1234/ABC')])).toEqual([{ scheme: 'doi', value: '10.1234/abc' }]);
    expect(identifiers([id('doi', 'doi:10.1234/abc')])).toEqual([{ scheme: 'doi', value: '10.1234/abc' }]);
    expect(identifiers([id('arxiv', 'arXiv:2401.01234v2')])).toEqual([{ scheme: 'arxiv', value: '2401.01234' }]);
    expect(identifiers([id('doi', '10.48550/arXiv.2401.01234')])).toEqual([
      { scheme: 'doi', value: '10.48550/arxiv.2401.01234' },
      { scheme: 'arxiv', value: '2401.01234' },
    ]);
  });

  test('does not treat the container of a work as an identifier of the work', () => {
    expect(identifiers([id('doi', '10.1234/whole-volume', 'part-of'), id('isbn', '978-3-16-148410-0'), id('issn', '1234-5678')])).toEqual(
      [],
    );
  });

  test('may be empty, and its works may lack a title or contributors', () => {
    expect(readOrcidWorks({ 'last-modified-date': null, group: [], path: '/0000-0002-1825-0097/works' })).toEqual([]);
    expect(readOrcidWorks(answer([], null))[0]).toMatchObject({ putCode: 12, title: null });
    const bulk = {
      bulk: [
        { work: { 'put-code': 12, contributors: null } },
        { error: { 'response-code': 404 } },
        {
          work: {
            'put-code': 13,
            contributors: {
              contributor: [
                { 'credit-name': { value: 'Tom Reed' } },
                { 'credit-name': null, 'contributor-orcid': { path: '0000-0002-1825-0097' } },
              ],
            },
          },
        },
      ],
    };
    expect(readOrcidContributors(bulk)).toEqual(
      new Map([
        [12, []],
        [
          13,
          [
            { name: 'Tom Reed', orcid: null },
            { name: null, orcid: '0000-0002-1825-0097' },
          ],
        ],
      ]),
    );
    expect(() => readOrcidWorks({ error: 'invalid_token' })).toThrow();
  });

  test('has an iD only with the right check digit', () => {
    for (const good of ['0000-0002-1825-0097', '0000-0001-5109-3700', '0000-0002-1694-233X']) expect(isOrcid(good)).toBe(true);
    for (const bad of ['0000-0002-1825-0098', '0000-0002-1694-2330', '0000000218250097', '0000-0002-1825-009', ''])
      expect(isOrcid(bad)).toBe(false);
  });
});

describe('employments on an ORCID record', () => {
  const ror = { 'disambiguated-organization-identifier': 'https://ror.org/04ktrn061', 'disambiguation-source': 'ROR' };
  const entry = (source: object, more: object = {}) => ({
    'affiliation-group': [
      {
        summaries: [
          {
            'employment-summary': {
              source,
              'end-date': null,
              organization: { name: 'Lamp University', 'disambiguated-organization': ror },
              ...more,
            },
          },
        ],
      },
    ],
  });
  const member = { 'source-client-id': { path: 'APP-1' }, 'source-name': { value: 'LAMP  University' } };
  test('count if the employer itself has written them and has not ended them', () => {
    expect(readOrcidEmployments(entry(member))).toEqual([{ organisation: 'Lamp University', rorId: '04ktrn061' }]);
    for (const none of [
      entry({ 'source-orcid': { path: '0000-0002-1825-0097' }, 'source-name': { value: 'Lamp University' } }),
      entry({ ...member, 'assertion-origin-orcid': { path: '0000-0002-1825-0097' } }),
      entry({ ...member, 'source-name': { value: 'A Publisher' } }),
      entry(member, { 'end-date': { year: { value: '2020' } } }),
      entry(member, { organization: { name: 'Lamp University', 'disambiguated-organization': null } }),
      entry(member, {
        organization: { name: 'Lamp University', 'disambiguated-organization': { ...ror, 'disambiguation-source': 'RINGGOLD' } },
      }),
      { 'affiliation-group': [] },
    ])
      expect(readOrcidEmployments(none)).toEqual([]);
  });
});
