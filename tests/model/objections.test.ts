import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Strength, strengths } from '#lib/catalog/trust/model/snapshot.ts';
import { type ClaimStage, claimDecision } from '#lib/governance/claims/model/claim.ts';
import { areNamesCompatible } from '#lib/governance/claims/model/claim-names.ts';
import { establishedDays, mayObject, repeatsDismissed, stopsClaim } from '#lib/governance/claims/model/objections.ts';
import { addMs, daysMs } from '#lib/platform/clock.ts';
import { fairPage, strongOrcid } from '../evidence.ts';

const at = new Date('2026-11-22T12:00:00Z');
const days = (count: number) => addMs(at, -daysMs(count));
const heldStages: ClaimStage[] = ['notice_period', 'in_review', 'accepted', 'suspended'];

describe('an objection', () => {
  test.each<[Strength, ClaimStage, boolean]>([
    ['weak', 'notice_period', false],
    ['fair', 'notice_period', true],
    ['fair', 'in_review', true],
    ['fair', 'accepted', false],
    ['fair', 'suspended', false],
    ['strong', 'accepted', true],
    ['strong', 'suspended', true],
  ])('by a %s proof against a claim that is %s is put to people: %s', (rival, stage, is) => {
    expect(mayObject(rival, stage)).toBe(is);
  });

  test.each<[string, Strength, Strength, Date | null, boolean]>([
    ['a strong rival of a weak owner', 'strong', 'weak', null, true],
    ['a strong rival of a strong owner', 'strong', 'strong', null, true],
    ['a strong rival of a strong owner with two families for 90 days', 'strong', 'strong', days(establishedDays), false],
    ['a strong rival of a strong owner with two families for 89 days', 'strong', 'strong', days(establishedDays - 1), true],
    ['a strong rival of an owner with two families of fair proofs', 'strong', 'fair', days(establishedDays), true],
    ['a fair rival of a weak owner', 'fair', 'weak', null, false],
  ])('of %s freezes the record: see table', (_, rival, strength, twoFamiliesSince, freezes) => {
    expect(stopsClaim(rival, 'accepted', { strength, twoFamiliesSince }, at)).toBe(freezes);
  });

  test('never freezes an owned record without a strong proof', () => {
    const owners = fc.record({
      strength: fc.constantFrom(...strengths),
      twoFamiliesSince: fc.option(fc.integer({ min: 0, max: 900 }).map(days), { nil: null }),
    });
    fc.assert(
      fc.property(fc.constantFrom<Strength>('weak', 'fair'), owners, (rival, owner) => {
        expect(stopsClaim(rival, 'accepted', owner, at)).toBe(false);
      }),
    );
    for (const stage of heldStages) expect(mayObject('weak', stage)).toBe(false);
  });

  test('is not repeated after its dismissal without further evidence', () => {
    expect(repeatsDismissed('fair', [])).toBe(false);
    expect(repeatsDismissed('fair', ['fair'])).toBe(true);
    expect(repeatsDismissed('strong', ['fair'])).toBe(false);
    expect(repeatsDismissed('fair', ['strong'])).toBe(true);
  });
});

describe('one account is one person', () => {
  test.each<[string[], string[], boolean]>([
    [['Ana Lim'], ['Ana Lim'], true],
    [['Ana Lim'], ['A. Lim'], true],
    [['Ana Lim', 'Lim Ana'], ['Lim Ana'], true],
    [['Ana Lim Jr.'], ['A. Lim'], true],
    [['Ana Lim II'], ['Ana Lim'], true],
    [['Ana Lim'], ['Bo Kim'], false],
    [['Ana Lim'], [], false],
  ])('%j and %j can be: %s', (one, other, is) => {
    expect(areNamesCompatible(one, other)).toBe(is);
  });

  test('so a further record of another name goes to review, whatever the proof', () => {
    expect(claimDecision(strongOrcid('0000-0002-1825-0097'), false).event).toBe('ask_review');
    expect(claimDecision(fairPage('https://ada.example/'), false).event).toBe('ask_review');
  });
});
