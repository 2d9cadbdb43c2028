import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { partMaxima, trustSnapshot } from '#lib/catalog/trust/model/points.ts';
import { type Evidence, levelNames, type RecordFacts } from '#lib/catalog/trust/model/snapshot.ts';

const today = new Date('2026-11-21T12:00:00Z');
const daysAgo = (days: number) => new Date(today.getTime() - days * 86_400_000);

const proof = (id: string, family: Evidence['family'], strength: Evidence['strength'], more: Partial<Evidence> = {}): Evidence => ({
  id,
  kind: id,
  family,
  strength,
  observedAt: daysAgo(1),
  expiresAt: null,
  revokedAt: null,
  ...more,
});

/** Yunquan Zhang's unclaimed record from the two aggregators: one upstream source, nine works, four recurring co-authors. */
const unclaimed: RecordFacts = {
  works: { count: 9, because: ['work-1', 'work-2', 'work-3'] },
  upstreams: ['arxiv'],
  identifiedWorks: 0,
  recurringCollaborators: { count: 4, because: ['source-bzpeer'] },
  openFlags: [],
  frozen: false,
  affiliation: { stated: [], rorId: null, confirmedEmail: [], assertedByOrganisation: [] },
  control: null,
  openDispute: false,
};

const owner = (evidence: Evidence[], more: Partial<NonNullable<RecordFacts['control']>> = {}): NonNullable<RecordFacts['control']> => ({
  evidence,
  reviewedEveryWork: false,
  confirmations: [],
  vouches: [],
  passkeyAt: null,
  recoveryContact: false,
  undisputedSince: daysAgo(1),
  recheckedAt: null,
  assuredLoginAt: null,
  ...more,
});

const orcid = proof('orcid', 'registry', 'strong');
const institutionalMail = proof('mail-at-ror', 'institution', 'strong', { thirdParty: true });
const three = [
  { id: 'c1', institution: 'ict' },
  { id: 'c2', institution: 'thu' },
  { id: 'c3', institution: 'pku' },
];
const atInstitute = { stated: ['work-1'], rorId: 'https://ror.org/0090r4d87', confirmedEmail: ['mail-at-ror'], assertedByOrganisation: [] };
const corroborated: RecordFacts = { ...unclaimed, affiliation: atInstitute, control: owner([orcid, institutionalMail]) };
const confirmed: RecordFacts = { ...corroborated, control: owner([orcid, institutionalMail], { confirmations: three }) };
const reviewed: RecordFacts = {
  ...confirmed,
  upstreams: ['arxiv', 'acl-anthology'],
  identifiedWorks: 8,
  control: owner([orcid, institutionalMail], { confirmations: three, reviewedEveryWork: true }),
};
const safeguards = {
  confirmations: three,
  reviewedEveryWork: true,
  passkeyAt: daysAgo(30),
  recoveryContact: true,
  undisputedSince: daysAgo(91),
  recheckedAt: daysAgo(3),
};
const safeguarded: RecordFacts = { ...reviewed, control: owner([orcid, institutionalMail], safeguards) };
const full: RecordFacts = {
  ...safeguarded,
  upstreams: ['arxiv', 'acl-anthology', 'orcid'],
  affiliation: { ...atInstitute, assertedByOrganisation: ['org'] },
  control: owner([orcid, institutionalMail, proof('repository', 'work_embedded', 'strong')], {
    ...safeguards,
    vouches: ['v1', 'v2'],
    assuredLoginAt: daysAgo(20),
  }),
};
const independent: RecordFacts = {
  ...unclaimed,
  identifiedWorks: 9,
  control: owner([orcid, proof('dns', 'own_web', 'strong'), proof('repository', 'work_embedded', 'strong')], {
    ...safeguards,
    vouches: ['v1'],
  }),
};

describe('the golden results of evidence-1', () => {
  test.each<[string, RecordFacts, number, string, number]>([
    ['Yunquan Zhang, unclaimed', unclaimed, 21, 'Emerging', 1],
    ['Daning Cheng, six declared works', { ...unclaimed, works: { count: 6, because: ['w'] } }, 21, 'Emerging', 1],
    [
      'Fei Yang, from the page alone',
      { ...unclaimed, recurringCollaborators: { count: 0, because: [] }, openFlags: ['gap'] },
      11,
      'Emerging',
      1,
    ],
    [
      'Fei Yang, with author lists and an affiliation on one work',
      { ...unclaimed, openFlags: ['gap'], affiliation: { ...atInstitute, rorId: null, confirmedEmail: [] } },
      16,
      'Emerging',
      1,
    ],
    ['a claim with any confirmed e-mail', { ...unclaimed, control: owner([proof('mail', 'institution', 'weak')]) }, 29, 'Emerging', 2],
    ['a claim with a rel=me page', { ...unclaimed, control: owner([proof('rel-me', 'own_web', 'fair')]) }, 35, 'Supported', 2],
    ['a claim with ORCID and an overlapping work', { ...unclaimed, control: owner([orcid]) }, 43, 'Supported', 3],
    ['and e-mail at a ROR-matched affiliation', corroborated, 59, 'Corroborated', 4],
    ['and three co-author confirmations', confirmed, 65, 'Corroborated', 4],
    ['and reviewed works, identifiers, a second upstream', reviewed, 75, 'Well-evidenced', 4],
    ['and passkey, recovery contact, 90 days, re-check', safeguarded, 85, 'Well-evidenced', 4],
    ['and third family, third upstream, the organisation, vouches, assured login', full, 100, 'Fully evidenced', 5],
    ['an independent researcher without an employer', independent, 75, 'Well-evidenced', 4],
    ['an open dispute on the 43 case', { ...unclaimed, control: owner([orcid]), openDispute: true }, 33, 'Emerging', 3],
    [
      'nothing but a name',
      { ...unclaimed, works: { count: 0, because: [] }, upstreams: [], recurringCollaborators: { count: 0, because: [] } },
      0,
      'Unsubstantiated',
      0,
    ],
    ['two conflicting person identifiers', { ...unclaimed, frozen: true }, 9, 'Unsubstantiated', 0],
  ])('%s', (_, facts, points, label, level) => {
    expect(trustSnapshot(facts, today)).toMatchObject({ points, label, level });
  });
});

test('expired or revoked evidence keeps no points', () => {
  for (const ended of [{ expiresAt: daysAgo(1) }, { revokedAt: daysAgo(1) }]) {
    expect(trustSnapshot({ ...unclaimed, control: owner([{ ...orcid, ...ended }]) }, today)).toMatchObject({ points: 21, level: 1 });
  }
});

const ids = (prefix: string, most: number) =>
  fc.integer({ min: 0, max: most }).map((count) => Array.from({ length: count }, (_, at) => `${prefix}${at}`));
const anyFacts: fc.Arbitrary<RecordFacts> = fc.record({
  works: fc.integer({ min: 0, max: 400 }).map((count) => ({ count, because: count > 0 ? ['w'] : [] })),
  upstreams: ids('u', 5),
  identifiedWorks: fc.nat(400),
  recurringCollaborators: fc.nat(30).map((count) => ({ count, because: count > 0 ? ['r'] : [] })),
  openFlags: ids('f', 2),
  frozen: fc.boolean(),
  affiliation: fc.record({
    stated: ids('s', 1),
    rorId: fc.constantFrom(null, 'ror'),
    confirmedEmail: ids('m', 1),
    assertedByOrganisation: ids('o', 1),
  }),
  control: fc.option(
    fc.record({
      evidence: fc.array(
        fc.record({
          id: fc.uuid(),
          kind: fc.constant('k'),
          family: fc.constantFrom(
            'registry' as const,
            'institution' as const,
            'own_web' as const,
            'work_embedded' as const,
            'people' as const,
          ),
          strength: fc.constantFrom('weak' as const, 'fair' as const, 'strong' as const),
          observedAt: fc.constant(daysAgo(5)),
          expiresAt: fc.constantFrom(null, daysAgo(2), daysAgo(-20)),
          revokedAt: fc.constantFrom(null, daysAgo(2)),
          thirdParty: fc.boolean(),
        }),
        { maxLength: 8 },
      ),
      reviewedEveryWork: fc.boolean(),
      confirmations: ids('c', 6).map((all) => all.map((id) => ({ id, institution: id }))),
      vouches: ids('v', 5),
      passkeyAt: fc.constantFrom(null, daysAgo(5)),
      recoveryContact: fc.boolean(),
      undisputedSince: fc.constantFrom(daysAgo(5), daysAgo(500)),
      recheckedAt: fc.constantFrom(null, daysAgo(5), daysAgo(50)),
      assuredLoginAt: fc.constantFrom(null, daysAgo(5), daysAgo(800)),
    }),
  ),
  openDispute: fc.boolean(),
});

test('for any facts: each part stays within its maximum, every point cites evidence, and the sum explains the points', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const snapshot = trustSnapshot(facts, today);
      for (const part of snapshot.parts) {
        expect(part.points).toBeLessThanOrEqual(partMaxima[part.part]);
        for (const line of part.lines) {
          expect(line.points).toBeLessThanOrEqual(line.max);
          expect(line.points > 0).toBe(line.because.length > 0);
        }
      }
      expect(snapshot.points).toBeGreaterThanOrEqual(0);
      expect(snapshot.points).toBeLessThanOrEqual(100);
      expect(levelNames[snapshot.level]).toBeDefined();
    }),
  );
});

test('excluded facts do not change the result: more works than three, more collaborators than two, foreign fields', () => {
  fc.assert(
    fc.property(
      anyFacts,
      fc.integer({ min: 3, max: 5000 }),
      fc.integer({ min: 2, max: 900 }),
      fc.nat(),
      (facts, works, collaborators, merit) => {
        const few = {
          ...facts,
          identifiedWorks: 0,
          works: { count: 3, because: ['w'] },
          recurringCollaborators: { count: 2, because: ['r'] },
        };
        const famous = {
          ...few,
          works: { count: works, because: ['w'] },
          recurringCollaborators: { count: collaborators, because: ['r'] },
          ...{
            citations: merit,
            hIndex: merit,
            followers: merit,
            topics: merit,
            views: merit,
            venue: 'Nature',
            country: 'NZ',
            novelty: merit,
            paid: merit,
            invitationsSent: merit,
          },
        };
        expect(trustSnapshot(famous, today)).toEqual(trustSnapshot(few, today));
      },
    ),
  );
});

test('a further fresh proof never lowers the points, and the order of evidence does not matter', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      if (!facts.control) return;
      const more = { ...facts, control: { ...facts.control, evidence: [...facts.control.evidence, proof('zz', 'registry', 'strong')] } };
      const turned = { ...facts, control: { ...facts.control, evidence: [...facts.control.evidence].reverse() } };
      expect(trustSnapshot(more, today).points).toBeGreaterThanOrEqual(trustSnapshot(facts, today).points);
      expect(trustSnapshot(turned, today)).toMatchObject({
        points: trustSnapshot(facts, today).points,
        level: trustSnapshot(facts, today).level,
      });
    }),
    { numRuns: 2000 },
  );
});

test('an assertion of an institution also counts next to a stronger proof of the same family', () => {
  const federatedProof = proof('member', 'registry', 'fair', { thirdParty: true });
  const page = proof('page', 'own_web', 'fair');
  const own = proof('orcid-2', 'registry', 'strong');
  const level = (...evidence: Evidence[]) => trustSnapshot({ ...unclaimed, control: owner(evidence) }, today).level;
  expect(level(page, own)).toBe(3);
  expect(level(page, own, federatedProof)).toBe(4);
});
