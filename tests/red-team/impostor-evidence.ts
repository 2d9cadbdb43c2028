import { bearsFullName, bearsName, isOpenHost } from '#lib/governance/claims/model/address-names.ts';
import { matchesFullName, matchesSpelledFirstName } from '#lib/governance/claims/model/claim-names.ts';
import { parseFederatedAssertion } from '#lib/governance/claims/model/federated.ts';
import type { ImpostorAct } from '#lib/governance/claims/model/impostor-acts.ts';
import { type OrcidItem, signerOf } from '#lib/governance/claims/model/orcid-items.ts';
import { isFirmlyPrinted, type Printing } from '#lib/governance/claims/model/printed-address.ts';
import type { ClaimEvidence } from '#lib/governance/claims/model/proof-methods.ts';
import { fairDns, fairRepository } from '../evidence.ts';
import type { Target } from './acts.ts';

/** The evidence that people can show, computed by the rules from what they have. Pure: a day is a number, and nothing is stored. */
const lamp = 'lamp.example';
const mill = 'mill.example';
const coauthor = 'Cora Coauthor';
export const targetNames: Readonly<Record<Target, string>> = {
  paula: 'Paula Professor',
  olga: 'Olga Owner',
  nell: 'Nell Namesake',
  hank: 'Hank Honest',
};
/** All authors of the instance; Nell has a namesake at the same institution. */
const authorNames = [...Object.values(targetNames), 'Nell Namesake', coauthor];
const hasNamesake = (name: string): boolean => authorNames.filter((each) => each === name).length > 1;
const localOf = (name: string): string => name.toLowerCase().replace(' ', '.');

interface IdItem extends OrcidItem {
  on: Target;
  /** The day on which the publisher corrects it. */
  until?: number;
}
/** An ORCID iD: its names, and the items that somebody has put on it. */
export interface OrcidId {
  names: string[];
  registeredOn: number;
  items: IdItem[];
}

const item = (on: Target, more: Partial<IdItem> = {}): IdItem => ({
  ...{ on, work: 'one', assertedBy: 'Crossref', isPosted: false, isTrustedRepository: false, entries: [], coauthors: [coauthor] },
  ...more,
});
const entryOf = (name: string) => [{ name, isAuthenticated: false }];
const oldDay = -4_000;
const registrationDate = (day: number): string => new Date(Date.UTC(2026, 0, 1) + day * 86_400_000).toISOString().slice(0, 10);

export function orcidEvidence(id: OrcidId, on: Target, day: number): ClaimEvidence {
  const [name, facts] = [targetNames[on], { registeredOn: registrationDate(id.registeredOn), ageDays: day - id.registeredOn }];
  const items = id.items.filter((each) => each.on === on && day < (each.until ?? Number.POSITIVE_INFINITY));
  const isNamedSo =
    matchesSpelledFirstName(id.names, [name]) && (matchesFullName(id.names, [name]) || !matchesFullName(id.names, [coauthor]));
  const best = isNamedSo ? signerOf(items, [name]) : null;
  const overlap = best && { by: 'identifier' as const, what: best.item.work, assertedBy: best.item.assertedBy, signer: best.signer };
  return { by: 'orcid', orcid: '0000-0002-1825-0097', overlap, overlaps: [], ...facts };
}

export function addressEvidence(address: string, on: Target): ClaimEvidence {
  const [name, domain] = [targetNames[on], address.slice(address.indexOf('@') + 1)];
  const isAt = (host: string): boolean => domain === host || domain.endsWith(`.${host}`);
  if (!isAt(lamp) && !isAt(mill)) return { by: 'email' };
  return {
    ...{ by: 'institution_email', domain, rorId: isAt(lamp) ? 'lamp' : 'mill', organisation: 'U', onStaffList: false },
    atAffiliation: isAt(lamp),
    atStaffHost: domain === lamp && !isOpenHost(domain),
    bearsName: bearsName(address, name),
    fitsNamesake: authorNames.filter((each) => bearsName(address, each)).length > 1,
  };
}

const printing = (more: Partial<Printing>): Printing => ({
  ...{ work: 'one', title: 'On Lamps', type: 'article', venue: 'Journal of Lamps', doi: null, isConfirmed: false },
  ...more,
});
const twoVenues = [printing({}), printing({ work: 'two', title: 'More Lamps', venue: 'Lamp Workshop' })];
const printedEvidence = (domain: string, printings: readonly Printing[]): ClaimEvidence => ({
  ...{ by: 'printed_email', work: 'one' },
  atOrganisation: [lamp, mill].includes(domain),
  isFirm: isFirmlyPrinted(printings),
});

interface Login {
  given: string;
  family: string;
  affiliation: string;
  issuerDomains?: string[];
}
function loginEvidence({ given, family, affiliation, issuerDomains = [lamp, mill] }: Login, on: Target): ClaimEvidence {
  const claims = { given_name: given, family_name: family, eduperson_scoped_affiliation: [affiliation] };
  const settings = { domains: issuerDomains, staffClaim: 'eduperson_scoped_affiliation', staffValues: ['faculty', 'staff', 'employee'] };
  const issuer = { issuer: 'https://login.lamp.example', subject: 's' };
  const { names, domains, staffDomains, isBounded } = parseFederatedAssertion(issuer, claims, settings);
  const [domain = null] = domains;
  return {
    ...{ by: 'federated', issuer: issuer.issuer, domain, rorId: domain, organisation: domain, assured: false, isBounded },
    atAffiliation: domain === lamp,
    asserted: bearsFullName(names, [targetNames[on]]),
    isStaff: domain !== null && staffDomains.includes(domain),
    fitsNamesake: hasNamesake(targetNames[on]),
  };
}

/** What an attacker has got so far. */
export interface Holdings {
  id: OrcidId | null;
}

/** Gives an attacker an old iD with a name, unless the iD has it. */
function renamedId(holdings: Holdings, on: Target): OrcidId {
  holdings.id ??= { names: [], registeredOn: oldDay, items: [] };
  holdings.id.names = [targetNames[on]];
  return holdings.id;
}

function withItems(holdings: Holdings, on: Target, day: number, ...items: Partial<IdItem>[]): ClaimEvidence[] {
  const id = renamedId(holdings, on);
  id.items.push(...items.map((more) => item(on, more)));
  return [orcidEvidence(id, on, day)];
}

type Performer = (holdings: Holdings, on: Target, day: number) => ClaimEvidence[];
const partsOf = (on: Target): { given: string; family: string } => {
  const [given = '', family = ''] = targetNames[on].split(' ');
  return { given, family };
};

/** Performs each act, and returns the evidence that it gives. */
export const performers: Readonly<Record<ImpostorAct, Performer>> = {
  rename_id: (holdings, on, day) => [orcidEvidence(renamedId(holdings, on), on, day)],
  list_work: (holdings, on, day) => withItems(holdings, on, day, { assertedBy: null }),
  use_search_tool: (holdings, on, day) => withItems(holdings, on, day, { assertedBy: null }),
  group_identifier: (holdings, on, day) => withItems(holdings, on, day, { assertedBy: null }),
  // The publishers of two joint works list no iDs, or list it beside the co-author.
  sign_together: (holdings, on, day) => withItems(holdings, on, day, {}, { work: 'two' }, { work: 'three', entries: entryOf(coauthor) }),
  deposit_copy: (holdings, on, day) =>
    withItems(holdings, on, day, { work: 'copy', assertedBy: 'DataCite', isPosted: true, entries: entryOf(targetNames[on]) }),
  use_press: (holdings, on, day) => withItems(holdings, on, day, { assertedBy: 'Paper Mill Press', entries: entryOf(targetNames[on]) }),
  misstate_id: (holdings, on, day) => {
    // The publisher corrects it before the iD is old enough: the time for objections.
    const stated = item(on, { entries: entryOf(targetNames[on]), until: day + 60 });
    holdings.id = { names: [targetNames[on]], registeredOn: day, items: [stated] };
    return [orcidEvidence(holdings.id, on, day)];
  },
  enrol: (_, on) => [addressEvidence(`student17@${lamp}`, on), loginEvidence({ ...partsOf(on), affiliation: `student@${lamp}` }, on)],
  take_role: (_, on) => [addressEvidence(`info@${lamp}`, on)],
  work_elsewhere: (_, on) => [
    addressEvidence(`${localOf(targetNames[on])}@${mill}`, on),
    loginEvidence({ ...partsOf(on), affiliation: `staff@${mill}` }, on),
  ],
  get_host: (_, on) => [addressEvidence(`${localOf(targetNames[on])}@shop.${lamp}`, on)],
  // Only Nell has a namesake who works at the institution.
  share_name: (_, on) =>
    hasNamesake(targetNames[on])
      ? [addressEvidence(`${localOf(targetNames[on])}@${lamp}`, on), loginEvidence({ ...partsOf(on), affiliation: `staff@${lamp}` }, on)]
      : [],
  share_initial: (_, on) => {
    const { given, family } = partsOf(on);
    const initial = given.slice(0, 1);
    return [
      addressEvidence(`${initial}.${family}@${lamp}`.toLowerCase(), on),
      loginEvidence({ given: `${initial}.`, family, affiliation: `staff@${lamp}` }, on),
    ];
  },
  run_issuer: (_, on) => [loginEvidence({ ...partsOf(on), affiliation: `staff@${lamp}`, issuerDomains: [] }, on)],
  // The printed company, the domain of a project, and the home page that Olga’s iD has listed since 2016.
  buy_domain: (_, on) => [
    printedEvidence('startup.example', twoVenues),
    fairDns('project.example'),
    {
      ...fairDns('home.example'),
      ownedBy: on === 'olga' ? { by: 'orcid', since: '2016-01-01' } : null,
      registeredOn: '2026-11-01',
    } as ClaimEvidence,
  ],
  plant_address: () => [printedEvidence(lamp, [printing({ work: 'planted', title: 'Planted' })])],
  push_file: () => [fairRepository('https://github.com/owner/tool')],
  forge_author: () => [fairRepository('https://github.com/owner/tool')],
  register_login: () => [fairRepository('https://github.com/owner/tool')],
};

/** Returns an iD whose entry Crossref lists beside the name, or beside a former name. */
const honestId = (on: Target, names: string[]): OrcidId => ({
  ...{ names, registeredOn: oldDay },
  items: [item(on, { entries: entryOf(targetNames[on]) })],
});

/** What an honest person of each kind shows for the own record, and the level that it gives. */
export const honestKinds: Readonly<
  Record<string, { level: 2 | 3; show: (on: Target, day: number) => ClaimEvidence; not?: readonly Target[] }>
> = {
  'ORCID only': { level: 3, show: (on, day) => orcidEvidence(honestId(on, [targetNames[on]]), on, day) },
  renamed: { level: 3, show: (on, day) => orcidEvidence(honestId(on, ['Another Name', targetNames[on]]), on, day) },
  'institution’s mailbox only': { level: 3, show: (on) => addressEvidence(`${localOf(targetNames[on])}@${lamp}`, on), not: ['nell'] },
  retired: { level: 3, show: () => printedEvidence(lamp, twoVenues) },
  'newcomer with a registry’s entry': {
    level: 3,
    show: (on, day) => {
      const { overlap, ...facts } = orcidEvidence(honestId(on, [targetNames[on]]), on, day) as ClaimEvidence & { by: 'orcid' };
      return { ...facts, overlap: overlap && { ...overlap, by: 'registry_item' as const } };
    },
  },
  'beside a namesake': { level: 2, show: () => addressEvidence(`nell.namesake@${lamp}`, 'nell'), not: ['paula', 'olga', 'hank'] },
  'another mailbox of the institution': { level: 2, show: (on) => addressEvidence(`x17@${lamp}`, on) },
  'none of these': { level: 2, show: () => ({ by: 'email' }) },
};
