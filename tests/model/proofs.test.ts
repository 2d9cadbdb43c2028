import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bearsName } from '#lib/governance/claims/model/address-names.ts';
import { claimDecision, disputeEvent } from '#lib/governance/claims/model/claim.ts';
import { areNamesCompatible, matchesSpelledFirstName } from '#lib/governance/claims/model/claim-names.ts';
import { resumedNoticeEnd } from '#lib/governance/claims/model/notice.ts';
import { type ClaimEvidence, proofRules } from '#lib/governance/claims/model/proof-methods.ts';
import { impossibleSteps, proofOptionsFor } from '#lib/governance/claims/model/proof-options.ts';
import {
  bindingRules,
  factsForLog,
  monthsAfter,
  nextProofState,
  type ProofEvent,
  proofExpiresAt,
  proofStates,
  recheckResult,
  strengthOf,
  unmetRules,
} from '#lib/governance/claims/model/proofs.ts';
import { isOnDomain, isSharedHost, suffixesOf } from '#lib/governance/claims/model/shared-domains.ts';
import {
  parseDomain,
  parsePageUrl,
  parseRepositoryUrl,
  repositoryHosts,
  sameRepository,
  tokenFilesOf,
} from '#lib/governance/claims/model/targets.ts';
import { fileHasToken, namesPerson, parsePage, recordsHaveToken, relMeFailure } from '#lib/governance/claims/model/token-matching.ts';
import { measureCpuMs } from '../cpu-time.ts';
import {
  anyAddress,
  fairDns,
  fairPage,
  fairRepository,
  namedAddress,
  selfAssertedOrcid,
  strongDns,
  strongOrcid,
  strongRepository,
  untiedOrcid,
} from '../evidence.ts';

const lund = { domain: 'cs.lund.example', rorId: '012a77v79', organisation: 'University of Lund' };
const atInstitution = namedAddress(lund);
const federated: ClaimEvidence = {
  by: 'federated',
  issuer: 'https://login.lund.example',
  ...lund,
  atAffiliation: true,
  asserted: true,
  isStaff: true,
  isBounded: true,
  fitsNamesake: false,
  assured: false,
};
const printed: ClaimEvidence = { by: 'printed_email', work: 'w', atOrganisation: true, isFirm: true };

test.each<[string, string[], boolean]>([
  ['Yunquan Zhang', ['Yunquan Zhang', 'Y. Zhang'], true],
  ['Yun-Quan Zhang', ['Yunquan Zhang'], true],
  ['Zhang Yunquan', ['Yunquan Zhang'], true],
  ['Giulia Chiarini', ['G. Chiarini'], true],
  ['Ying Zhang', ['Yunquan Zhang', 'Y. Zhang'], false],
  ['Gerda Lampe', ['Gustav Lampe'], false],
  // The first letter of the family name is Cyrillic.
  ['Giulia \u0421hiarini', ['Giulia Chiarini'], false],
  ['', ['Giulia Chiarini'], false],
])('the name %j that an organisation gives is one of a record called %j: %j', (name, written, is) => {
  expect(matchesSpelledFirstName([name], written)).toBe(is);
});

test.each<[string[], string[], boolean]>([
  [['Jane Smith'], ['Jane Smith'], true],
  [['J. Smith'], ['Jane Smith'], true],
  [['Jane Q. Smith'], ['Smith Jane'], true],
  [['Bob Smith', 'Robert Smith'], ['Robert Smith'], true],
  // A family name with an initial is ambiguous.
  [['Jane Smith'], ['John Smith'], false],
  [['J. Smith', 'Jane Smith'], ['John Smith'], false],
  [['Wei Zhang'], ['Wen Zhang', 'W. Zhang'], false],
  [['Jane Smith'], ['Zoe Else'], false],
])('records of %j and of %j can be one person’s: %j', (one, other, is) => {
  expect(areNamesCompatible(one, other)).toBe(is);
  expect(areNamesCompatible(other, one)).toBe(is);
});

const iD = '0000-0002-1825-0097';

describe('an address', () => {
  test.each<[string, string, boolean]>([
    ['yunquan.zhang@ict.example', 'Yunquan Zhang', true],
    ['zhangyunquan@ict.example', 'Yun-Quan Zhang', true],
    ['zhang.yunquan@ict.example', 'Zhang Yunquan', true],
    ['maria.garcialopez@uni.example', 'María García López', true],
    ['maria.garcia-lopez@uni.example', 'María E. García López', true],
    ['john.f.kennedy@uni.example', 'John Fitzgerald Kennedy', true],
    ['giulia.chiarini+peer@uni.example', 'Giulia Chiarini', true],
    ['张云泉@ict.example', 'Yunquan Zhang', false],
    ['yzhang@ict.example', 'Yunquan Zhang', false],
    ['zhang@ict.example', 'Yunquan Zhang', false],
    ['yunquan@ict.example', 'Yunquan Zhang', false],
    ['yunquan.zhang2@ict.example', 'Yunquan Zhang', false],
    ['yunquan.zhang@alumni.ict.example', 'Yunquan Zhang', false],
    ['yunquan.zhang@students.ict.example', 'Yunquan Zhang', false],
    ['student17@ict.example', 'Yunquan Zhang', false],
    ['yunquan.zhang.fan@ict.example', 'Yunquan Zhang', false],
    ['y.zhang@ict.example', 'Y. Zhang', false],
    ['info@ict.example', 'Info', false],
    // Given names without the family name are ambiguous.
    ['anna.maria@ict.example', 'Anna Maria Lee', false],
    ['annamaria@ict.example', 'Anna Maria Lee', false],
    ['john.jr@ict.example', 'John Smith Jr.', false],
    ['john.smith@ict.example', 'John Smith Jr.', true],
    ['john.smith@ict.example', 'Smith, John, Jr.', true],
    ['nguyen.vananh@ict.example', 'Nguyen Van Anh', true],
    ['nguyen.van@ict.example', 'Nguyen Van Anh', false],
    // A different name with the same letters.
    ['lina@ict.example', 'Li Na', false],
    ['li.na@ict.example', 'Li Na', true],
    ['jo.nasmith@ict.example', 'Jona Smith', false],
    ['yun-quan.zhang@ict.example', 'Yun-Quan Zhang', true],
    ['ludwig.vanderberg@ict.example', 'Ludwig van der Berg', true],
    ['vanderberg.ludwig@ict.example', 'Ludwig van der Berg', true],
    ['zhangweiming@ict.example', '张伟明', true],
    ['wei.ming@ict.example', '张伟明', false],
    ['yunquan.zhang@stu.ict.example', 'Yunquan Zhang', false],
    ['plato@ict.example', 'Plato', false],
    ['', '', false],
  ])('%j bears the name %j: %j', (address, name, is) => {
    expect(bearsName(address, name)).toBe(is);
  });

  test('is compared with a name quickly, however long both are', async () => {
    const long = 'ab '.repeat(5_000);
    expect(await measureCpuMs(() => bearsName(`${'a'.repeat(5_000)}@x.example`, long))).toBeLessThan(500);
  });
});

/** Evidence of a work on an ORCID record that a press asserted, not a registration agency. */
const fromPress = (signer: 'not_told' | 'this_author' | 'alone_in_two'): ClaimEvidence => ({
  ...strongOrcid(iD),
  overlap: { by: 'identifier', what: '10.1/x', assertedBy: 'A University Press', signer },
});

describe('evidence of a proof', () => {
  test.each<[ClaimEvidence, string, string, string]>([
    [untiedOrcid(iD), 'registry', 'fair', 'give_notice'],
    [strongOrcid(iD), 'registry', 'strong', 'accept_at_once'],
    [selfAssertedOrcid(iD), 'registry', 'fair', 'give_notice'],
    [fromPress('not_told'), 'registry', 'fair', 'give_notice'],
    [fromPress('this_author'), 'registry', 'fair', 'give_notice'],
    [fromPress('alone_in_two'), 'registry', 'strong', 'accept_at_once'],
    [{ ...strongOrcid(iD), ageDays: 89 }, 'registry', 'fair', 'give_notice'],
    [{ ...strongOrcid(iD), ageDays: null }, 'registry', 'fair', 'give_notice'],
    [
      { ...untiedOrcid(iD), ageDays: 1, overlap: { by: 'authenticated_in_source', what: iD, assertedBy: null, signer: 'this_author' } },
      'registry',
      'strong',
      'accept_at_once',
    ],
    [{ by: 'orcid_employment', orcid: iD, rorId: '012a77v79', organisation: 'Lund' }, 'registry', 'fair', 'give_notice'],
    [{ by: 'email' }, 'institution', 'weak', 'give_notice'],
    [atInstitution, 'institution', 'strong', 'accept_at_once'],
    [anyAddress(lund), 'institution', 'fair', 'give_notice'],
    [{ ...atInstitution, fitsNamesake: true }, 'institution', 'fair', 'give_notice'],
    [{ ...atInstitution, atAffiliation: false }, 'institution', 'fair', 'give_notice'],
    [{ ...atInstitution, atStaffHost: false }, 'institution', 'fair', 'give_notice'],
    [federated, 'institution', 'strong', 'accept_at_once'],
    [{ ...federated, asserted: false }, 'institution', 'fair', 'give_notice'],
    [{ ...federated, fitsNamesake: true }, 'institution', 'fair', 'give_notice'],
    [{ ...federated, isStaff: false }, 'institution', 'fair', 'give_notice'],
    [{ ...federated, isBounded: false }, 'institution', 'fair', 'give_notice'],
    [{ ...federated, rorId: null }, 'institution', 'weak', 'give_notice'],
    [fairPage('https://ada.example/'), 'own_web', 'fair', 'give_notice'],
    [{ ...strongDns('ada.example'), by: 'rel_me', page: 'https://ada.example/' }, 'own_web', 'strong', 'accept_at_once'],
    [strongDns('ada.example'), 'own_web', 'strong', 'accept_at_once'],
    [fairDns('ada.example'), 'own_web', 'fair', 'give_notice'],
    [{ ...strongDns('ada.example'), registeredOn: '2021-01-01' }, 'own_web', 'fair', 'give_notice'],
    [{ ...strongDns('ada.example'), registeredOn: null }, 'own_web', 'fair', 'give_notice'],
    [strongRepository('https://github.com/ada/x'), 'work_embedded', 'strong', 'accept_at_once'],
    [fairRepository('https://github.com/ada/x'), 'work_embedded', 'fair', 'give_notice'],
    [printed, 'work_embedded', 'strong', 'accept_at_once'],
    [{ ...printed, atOrganisation: false }, 'work_embedded', 'fair', 'give_notice'],
    [{ ...printed, isFirm: false }, 'work_embedded', 'fair', 'give_notice'],
  ])('%j', (shown, family, strength, event) => {
    expect(claimDecision(shown)).toEqual({ family, strength, event });
    expect(strengthOf(shown)).toBe(strength);
  });

  test('names a domain and an institution in the log, never an address; the institution is a third party', () => {
    const logFacts = factsForLog(atInstitution, new Date('2027-05-01T00:00:00Z'));
    expect(logFacts).toMatchObject({
      verifier: 'mail',
      subject: 'cs.lund.example',
      thirdParty: true,
      rorId: '012a77v79',
      strength: 'strong',
    });
    expect(JSON.stringify(logFacts)).not.toContain('@');
    const authenticated = { by: 'authenticated_in_source', what: iD, assertedBy: null, signer: 'this_author' } as const;
    expect(factsForLog({ ...untiedOrcid(iD), overlap: authenticated }, null).thirdParty).toBe(true);
    expect(factsForLog(untiedOrcid(iD), null).thirdParty).toBe(false);
  });

  test('states the method, the age of an iD, who asserts each work, and whether any address would pass', () => {
    expect(factsForLog(strongOrcid(iD), null)).toMatchObject({
      rules: 'evidence-3',
      registeredOn: '2014-05-01',
      overlaps: [{ what: '10.1/x', assertedBy: 'Crossref' }],
    });
    expect(factsForLog(atInstitution, null)).toMatchObject({ address: 'named' });
    expect(factsForLog(anyAddress(lund), null)).toMatchObject({ address: 'any' });
    expect(factsForLog({ ...atInstitution, atStaffHost: false }, null)).toMatchObject({ address: 'any' });
    expect(factsForLog(fairRepository('https://github.com/ada/x'), null)).toMatchObject({ committer: 'any' });
  });

  test('is never stronger than fair if one of its rules is missed, and each rule is missed by some case', () => {
    const strong: ClaimEvidence[] = [
      strongOrcid(iD),
      atInstitution,
      federated,
      strongDns('ada.example'),
      strongRepository('https://github.com/ada/x'),
      printed,
    ];
    for (const shown of strong) expect(unmetRules(shown)).toEqual([]);
    const weaker: ClaimEvidence[] = [
      untiedOrcid(iD),
      selfAssertedOrcid(iD),
      { ...strongOrcid(iD), overlap: { by: 'identifier', what: 'x', assertedBy: 'Crossref', signer: 'other' } },
      { ...strongOrcid(iD), ageDays: 3 },
      { ...atInstitution, atAffiliation: false },
      anyAddress(lund),
      { ...federated, asserted: false },
      { ...federated, fitsNamesake: true },
      { ...federated, isStaff: false },
      { ...federated, isBounded: false },
      { ...atInstitution, atStaffHost: false },
      { ...atInstitution, fitsNamesake: true },
      { ...printed, atOrganisation: false },
      { ...printed, isFirm: false },
      fairDns('ada.example'),
      { ...strongDns('ada.example'), registeredOn: '2021-01-01' },
      fairRepository('https://github.com/ada/x'),
    ];
    for (const shown of weaker) expect(strengthOf(shown)).toBe('fair');
    expect([...new Set(weaker.flatMap(unmetRules))].sort()).toEqual(Object.keys(bindingRules).sort());
  });

  test('counts for 12 months by email, 24 by ORCID, and as long as it is found on the web', () => {
    const at = new Date('2026-02-28T10:00:00Z');
    expect(proofExpiresAt('institution_email', at)).toEqual(new Date('2027-02-28T10:00:00Z'));
    expect(proofExpiresAt('orcid', at)).toEqual(new Date('2028-02-28T10:00:00Z'));
    for (const kind of ['rel_me', 'dns', 'repository'] as const) {
      expect(proofExpiresAt(kind, at)).toBeNull();
      expect(proofRules[kind]).toMatchObject({ recheckDays: 7, maxFailures: 7 });
    }
    expect(monthsAfter(new Date('2026-01-31T00:00:00Z'), 1)).toEqual(new Date('2026-02-28T00:00:00Z'));
  });
});

describe('the life of a proof', () => {
  const events: ProofEvent[] = ['observe', 'count', 'go_stale', 'recover', 'expire', 'revoke'];
  test('follows only the transitions of the table', () => {
    const ways = proofStates.flatMap((from) =>
      events.flatMap((event) => (nextProofState(from, event) ? [`${from} ${event} ${nextProofState(from, event)}`] : [])),
    );
    expect(ways).toEqual([
      'issued observe observed',
      'issued expire expired',
      'issued revoke revoked',
      'observed count valid',
      'observed expire expired',
      'observed revoke revoked',
      'valid go_stale stale',
      'valid expire expired',
      'valid revoke revoked',
      'stale recover valid',
      'stale expire expired',
      'stale revoke revoked',
    ]);
  });

  test('never restarts after its end', () => {
    fc.assert(
      fc.property(fc.constantFrom('expired' as const, 'revoked' as const), fc.constantFrom(...events), (ended, event) => {
        expect(nextProofState(ended, event)).toBeNull();
      }),
    );
  });

  test('fails after seven consecutive failures, not after six and a later one, and recovers with one success', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 60 }), (looks) => {
        let now: ReturnType<typeof recheckResult> = { state: 'valid', failures: 0, event: null };
        let row = 0;
        for (const found of looks) {
          now = recheckResult('dns', now.state, now.failures, found ? null : 'no_token');
          row = found ? 0 : row + 1;
          expect(now.state).toBe(row >= 7 ? 'stale' : 'valid');
          expect(now.event === 'go_stale').toBe(row === 7);
        }
      }),
    );
    expect(recheckResult('orcid', 'valid', 5, 'no_answer')).toEqual({ state: 'valid', failures: 6, event: null });
    expect(recheckResult('orcid', 'valid', 6, 'no_answer')).toEqual({ state: 'stale', failures: 7, event: 'go_stale' });
    // A link that the record has lost because works moved is stale immediately; an unreachable server is retried.
    expect(recheckResult('repository', 'valid', 0, 'no_longer_linked', true)).toEqual({ state: 'stale', failures: 1, event: 'go_stale' });
    expect(recheckResult('repository', 'valid', 0, 'no_longer_linked')).toEqual({ state: 'valid', failures: 1, event: null });
    // A disconnected ORCID iD is not caused by moved works.
    expect(recheckResult('orcid', 'valid', 0, 'no_longer_linked', true)).toEqual({ state: 'valid', failures: 1, event: null });
    expect(recheckResult('repository', 'valid', 0, 'no_answer', true)).toEqual({ state: 'valid', failures: 1, event: null });
    expect(recheckResult('dns', 'stale', 9, null)).toEqual({ state: 'valid', failures: 0, event: 'recover' });
  });
});

describe('a rival’s strong proof', () => {
  test('stops a notice, suspends a claim on weaker evidence, and only freezes a strong one', () => {
    expect(disputeEvent('notice_period', 'fair')).toBe('object');
    expect(disputeEvent('accepted', 'weak')).toBe('suspend');
    expect(disputeEvent('accepted', 'fair')).toBe('suspend');
    expect(disputeEvent('accepted', 'strong')).toBeNull();
    expect(disputeEvent('suspended', 'weak')).toBeNull();
  });

  test('after its withdrawal lets the notice end on its seventh day, at least one day later', () => {
    const begun = new Date('2026-05-01T00:00:00Z');
    expect(resumedNoticeEnd(begun, new Date('2026-05-03T00:00:00Z'))).toEqual(new Date('2026-05-08T00:00:00Z'));
    expect(resumedNoticeEnd(begun, new Date('2026-06-03T00:00:00Z'))).toEqual(new Date('2026-06-04T00:00:00Z'));
  });
});

describe('input of a proof', () => {
  const hosts = repositoryHosts('github.com=https://raw.example/{path}/HEAD/{file} gitlab.com=https://gitlab.com/{path}/-/raw/HEAD/{file}');
  test.each([
    ['ada.example', 'ada.example'],
    [' ADA.example. ', 'ada.example'],
    ['https://www.ada.example/papers', 'www.ada.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['_peergraph.ada.example', 'ada.example'],
    ['localhost', null],
    ['127.0.0.1', null],
    ['[::1]', null],
    ['a b.example', null],
    ['ada.example@evil.example', null],
    ['-ada.example', null],
    ['', null],
  ])('domain %j is %j', (typed, domain) => expect(parseDomain(typed)).toBe(domain));

  test('accepts https pages only, except for a test on this machine', () => {
    expect(parsePageUrl('ada.example/me#top')).toBe('https://ada.example/me');
    expect(parsePageUrl('http://ada.example')).toBeNull();
    expect(parsePageUrl('mypage')).toBeNull();
    expect(parsePageUrl('http://127.0.0.1:4000/me', true)).toBe('http://127.0.0.1:4000/me');
    expect(parsePageUrl('javascript:alert(1)')).toBeNull();
    expect(parsePageUrl('https://ada:secret@ada.example')).toBeNull();
  });

  test.each([
    ['https://github.com/Ada/Herons', 'https://github.com/Ada/Herons'],
    ['https://www.github.com/Ada/Herons.git', 'https://github.com/Ada/Herons'],
    ['github.com/Ada/Herons/tree/main/src?x=1', 'https://github.com/Ada/Herons'],
    ['https://gitlab.com/group/sub/herons/-/tree/main', 'https://gitlab.com/group/sub/herons'],
    ['https://github.com/Ada', null],
    ['https://github.com/../..', null],
    ['https://evil.example/Ada/Herons', null],
  ])('repository %j is %j', (typed, repository) => expect(parseRepositoryUrl(typed, hosts)).toBe(repository));

  test('reads token files where the host serves them', () => {
    expect(tokenFilesOf('https://github.com/Ada/Herons', hosts)).toEqual([
      'https://raw.example/Ada/Herons/HEAD/.peergraph-proof',
      'https://raw.example/Ada/Herons/HEAD/peergraph-proof.txt',
    ]);
    expect(sameRepository('https://github.com/Ada/Herons', 'https://github.com/ada/herons')).toBe(true);
  });

  test('matches a domain by equal or lower labels, never by a common ending', () => {
    expect(isOnDomain('ada.example', 'https://www.ada.example/x')).toBe(true);
    expect(isOnDomain('ada.example', 'https://nada.example/x')).toBe(false);
    expect(isOnDomain('www.ada.example', 'https://ada.example/')).toBe(false);
    expect(suffixesOf('cs.lund.ac.example')).toEqual(['cs.lund.ac.example', 'lund.ac.example', 'ac.example']);
    expect(isSharedHost('aclanthology.org') && isSharedHost('gist.github.com')).toBe(true);
    expect(isSharedHost('ada.example')).toBe(false);
  });
});

describe('a probe', () => {
  const here = ['https://peergraph.example/authors/abc'];
  const page = (html: string) => relMeFailure(parsePage(html, 'https://ada.example/'), ['Ada Brandt'], here);
  const link = '<a href="https://peergraph.example/authors/abc" rel="noopener me">My record</a>';

  test('finds a token only whole, on a line or in a record of its own', () => {
    expect(recordsHaveToken(['v=spf1', 'peergraph-proof=tok'], 'tok')).toBe(true);
    expect(recordsHaveToken(['peergraph-proof=token'], 'tok')).toBe(false);
    expect(recordsHaveToken(['say peergraph-proof=tok'], 'tok')).toBe(false);
    expect(fileHasToken('# mine\r\npeergraph-proof=tok\r\n', 'tok')).toBe(true);
    expect(fileHasToken('tok', 'tok')).toBe(true);
    expect(fileHasToken('xtok', 'tok')).toBe(false);
  });

  test.each([
    [`<h1>Ada Brandt</h1>${link}`, null],
    [`<h1>ADA&nbsp;BRANDT</h1><link rel=me href=https://peergraph.example/authors/abc/>`, null],
    [`<h1>Ada <b>Brandt</b></h1>${link.replace('noopener me', 'ME')}`, null],
    [`<h1>Ada Brandt</h1>${link.replace('rel="noopener me"', '')}`, 'no_link_back'],
    [`<h1>Ada Brandt</h1><!-- ${link} -->`, 'no_link_back'],
    [`<h1>Ada Brandt</h1><script>'${link}'</script>`, 'no_link_back'],
    [`<h1>Ada Brandt</h1>${link.replace('/abc', '/abd')}`, 'no_link_back'],
    [`<h1>Ada Brand</h1>${link}`, 'name_missing'],
    [`<h1>Canada Brandt</h1>${link}`, 'name_missing'],
    [`<!-- Ada Brandt --><h1>Somebody</h1>${link}`, 'name_missing'],
    [`<h1>Аda Brandt</h1>${link}`, 'name_missing'],
  ])('%s', (html, fault) => expect(page(html)).toBe(fault));

  test('treats a name in look-alike letters as another name, and reads diacritics and scripts without spaces', () => {
    expect(namesPerson('Prof. Inês Duarte, Porto', ['Ines Duarte'])).toBe(true);
    expect(namesPerson('Іnes Duarte', ['Ines Duarte'])).toBe(false);
    expect(namesPerson('主页：张云泉教授', ['张云泉'])).toBe(true);
    expect(namesPerson('anything', [''])).toBe(false);
  });

  test('takes no longer on a hostile page than on a plain one', async () => {
    const pages = [
      '<'.repeat(250_000),
      '<a '.repeat(80_000),
      `<a href="${'x'.repeat(250_000)}`,
      '<!--'.repeat(60_000),
      "<a x='".repeat(40_000),
    ];
    const readAll = () => pages.map((html) => parsePage(html, 'https://ada.example/'));
    expect(await measureCpuMs(readAll)).toBeLessThan(3000);
    const tags = `<a ${'x'.repeat(4_000)}>`.repeat(60);
    expect(await measureCpuMs(() => parsePage(tags, 'https://ada.example/'))).toBeLessThan(300);
  });
});

describe('the proof methods of a page', () => {
  const nothing = {
    orcidSetUp: true,
    hasRegistry: true,
    isAffiliated: true,
    canNamePages: true,
    identifiesCommitters: true,
    orcid: null,
    email: 'ada@lund.example',
    organisation: null,
    repositories: [],
    domains: [],
    printed: false,
    federated: [],
  };
  const kinds = (facts: Partial<Parameters<typeof proofOptionsFor>[0]>) =>
    proofOptionsFor({ ...nothing, ...facts }).map(({ kind }) => kind);
  test('start with what the person has, strong before fair before weak, and end with unavailable ones', () => {
    const strongNow = ['orcid', 'institution_email', 'dns', 'rel_me'];
    const order = [...strongNow, 'orcid_employment', 'email', 'federated', 'repository', 'printed_email'];
    expect(kinds({}).filter((kind) => order.includes(kind))).toEqual(order);
    expect(kinds({ organisation: { name: 'Lund', atAffiliation: true } })[0]).toBe('institution_email');
    expect(kinds({ orcid: '0000-0002-1825-0097' })[0]).toBe('orcid');
    expect(kinds({ orcidSetUp: false, repositories: ['https://github.com/ada/x'], printed: true })[0]).toBe('repository');
    expect(proofOptionsFor({ ...nothing, printed: true }).find(({ kind }) => kind === 'printed_email')).toMatchObject({
      unavailable: null,
      has: [],
    });
    expect(proofOptionsFor({ ...nothing, orcidSetUp: false }).find(({ kind }) => kind === 'orcid')?.unavailable).toBe('not_set_up');
  });

  test('offer a domain only if a work names one, or an iD or an earlier proof can', () => {
    const dns = (facts: Partial<Parameters<typeof proofOptionsFor>[0]>) =>
      proofOptionsFor({ ...nothing, canNamePages: false, orcidSetUp: false, ...facts }).find(({ kind }) => kind === 'dns')?.unavailable;
    expect(dns({})).toBe('nothing_named');
    expect([dns({ domains: ['lamp.example'] }), dns({ orcidSetUp: true }), dns({ canNamePages: true })]).toEqual([null, null, null]);
  });

  const strongestKinds = ['orcid', 'repository', 'institution_email', 'federated', 'dns', 'rel_me', 'printed_email'];
  const strong = (facts: Partial<Parameters<typeof proofOptionsFor>[0]>) =>
    proofOptionsFor({ ...nothing, federated: [{ id: 'uni', name: 'Uni' }], repositories: ['https://github.com/ada/x'], ...facts })
      .filter(({ kind, maxStrength, unavailable }) => strongestKinds.includes(kind) && maxStrength === 'strong' && !unavailable)
      .map(({ kind }) => kind);
  test('are strong only if this record and this instance allow it', () => {
    const but = (...left: string[]) => strongestKinds.filter((kind) => ![...left, 'printed_email'].includes(kind)).sort();
    expect(strong({}).sort()).toEqual(but('repository'));
    expect(strong({ canNamePages: false }).sort()).toEqual(but('repository', 'dns', 'rel_me'));
    expect(strong({ isAffiliated: false }).sort()).toEqual(but('repository', 'institution_email', 'federated'));
    // A printed address makes a file in a repository strong too, on a host that identifies committers.
    expect(strong({ printed: true }).sort()).toEqual([...but(), 'printed_email'].sort());
    expect(strong({ printed: true, identifiesCommitters: false }).sort()).toEqual([...but('repository'), 'printed_email'].sort());
  });

  test('offer no institutional address if no institution is known, and no strong printed one', () => {
    const options = proofOptionsFor({ ...nothing, hasRegistry: false, isAffiliated: false, printed: true });
    expect(options.find(({ kind }) => kind === 'institution_email')).toMatchObject({ unavailable: 'no_registry' });
    expect(options.find(({ kind }) => kind === 'printed_email')).toMatchObject({ unavailable: null, maxStrength: 'fair' });
  });

  test('decide which steps are not suggested to an owner', () => {
    const without = (facts: Partial<Parameters<typeof proofOptionsFor>[0]>, kinds: ('confirmation' | 'vouch')[], shown: string[]) =>
      [...impossibleSteps(proofOptionsFor({ ...nothing, ...facts }), [{ kinds }], shown)].sort();
    expect(without({ orcidSetUp: false, hasRegistry: false }, [], ['email'])).toEqual(
      ['orcid', 'institution', 'repository', 'assured', 'confirmations', 'vouch', 'recheck'].sort(),
    );
    expect(without({ repositories: ['https://github.com/ada/x'] }, ['confirmation'], ['email', 'rel_me'])).toEqual(['assured', 'vouch']);
  });
});
