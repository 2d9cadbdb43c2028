import { describe, expect, test } from 'vitest';
import { decidingText } from '#components/claims/claim-labels.ts';
import { countedOrigins } from '#lib/governance/claims/model/claim-brakes.ts';
import { longNoticeDays, noticeDays, noticeDaysFor } from '#lib/governance/claims/model/notice.ts';
import { proofKinds } from '#lib/governance/claims/model/proof-methods.ts';

describe('a weak or fair claim', () => {
  const from = (address: string, more = {}) => countedOrigins({ network: 'n', addresses: [address], isAtInstitution: false, ...more });
  test.each<[string, string, string[]]>([
    ['a domain of one person', 'me@x.example', ['x.example']],
    ['a host below a domain that somebody has bought', 'me@a17.mail.x.example', ['x.example']],
    ['a domain below a public suffix', 'me@mail.lab.co.uk', ['lab.co.uk']],
    ['a public mail provider', 'me@gmail.com', []],
  ])('from %s is counted for its network and %j', (_, address, mailDomains) => {
    expect(from(address)).toEqual({ networks: ['n'], mailDomains });
  });

  test('of people of an institution or staff list is counted for their accounts only: they share a network and a domain', () => {
    expect(from('me@lamp.edu', { isAtInstitution: true })).toEqual({ networks: [], mailDomains: [] });
  });

  test('without an address or a network that identifies anybody is counted for its account only', () => {
    expect(countedOrigins({ network: null, addresses: [], isAtInstitution: false })).toEqual({ networks: [], mailDomains: [] });
  });
});

test.each([
  ['a printed address', { hasPrintedAddress: true }, noticeDays],
  ['a co-author who owns at L3', { hasOwningCoauthor: true }, noticeDays],
  ['the staff list', { isOnStaffList: true }, noticeDays],
  ['nobody, for an invented person', { isSample: true }, noticeDays],
  ['nobody', {}, longNoticeDays],
])('the notice of a claim where %s can be told', (_, contacts, days) => {
  const nobody = { hasPrintedAddress: false, hasOwningCoauthor: false, isOnStaffList: false, isSample: false };
  expect(noticeDaysFor({ ...nobody, ...contacts })).toBe(days);
});

test.each(proofKinds)('a proof by %s says how long the notice of the record is', (kind) => {
  expect(decidingText(kind, longNoticeDays)).toContain(`${longNoticeDays} days of public notice`);
  expect(decidingText(kind, longNoticeDays)).not.toContain(`${noticeDays} days`);
});
