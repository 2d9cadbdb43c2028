import { hasPower, type LevelPower, type Power, powers } from '#lib/catalog/powers/model.ts';
import type { EvidenceFamily, Strength } from '#lib/catalog/trust/model/snapshot.ts';
import { freezeDays, suspensionDays } from '#lib/community/limits.ts';
import { type ClaimEvent, type ClaimStage, claimDecision, disputeEvent, nextClaimStage } from '#lib/governance/claims/model/claim.ts';
import { areNamesCompatible } from '#lib/governance/claims/model/claim-names.ts';
import { longNoticeDays, noticeDays } from '#lib/governance/claims/model/notice.ts';
import { isFreezing, mayFreeze, mayObject, overrulesClaim, stopsClaim } from '#lib/governance/claims/model/objections.ts';
import { type ClaimEvidence, ruleOf } from '#lib/governance/claims/model/proof-methods.ts';
import { strengthOf } from '#lib/governance/claims/model/proofs.ts';
import { type Step, type Target, weakOwnerIds } from './acts.ts';
import { type Holdings, honestKinds, orcidEvidence, performers, targetNames } from './impostor-evidence.ts';

/**
 * The attacks on the pure rules, without a store: thousands of sequences a second. It has the cast of simulation.ts, and the same steps. No
 * reviewer ever decides, so that whatever people reach, they reach without one.
 */
interface Claim {
  by: string;
  stage: ClaimStage;
  strength: Strength;
  since: number;
  noticeEnds: number | null;
  /** Since when proofs of each family count. */
  families: Map<EvidenceFamily, number>;
}
interface Objection {
  by: string;
  family: EvidenceFamily;
  strength: Strength;
  marks: boolean;
  at: number;
}
/** A change of a record by somebody who does not hold it. */
interface Change {
  by: string;
  power: Power;
  level: number | null;
  at: number;
  until: number | null;
}
interface RecordState {
  claim: Claim | null;
  objections: Objection[];
  changes: Change[];
}
interface World {
  day: number;
  records: Record<Target, RecordState>;
  holdings: Map<number, Holdings>;
  /** The records for which an iD was shown; it is checked again as time passes. */
  shown: Map<number, Set<Target>>;
  breach: string | null;
}

const noRecord = (): RecordState => ({ claim: null, objections: [], changes: [] });
const isAttacker = (name: string): boolean => name.startsWith('attacker');
const attackerName = (who: number): string => `attacker ${who}`;
const targetIds = Object.keys(targetNames) as Target[];
const dateOf = (day: number): Date => new Date(day * 86_400_000);

/** Olga owns her record by a strong proof, and Hank has claimed his by one that is not. */
function createWorld(hank: string): World {
  const records = { paula: noRecord(), olga: noRecord(), nell: noRecord(), hank: noRecord() };
  const world: World = { day: 0, records, holdings: new Map(), shown: new Map(), breach: null };
  show(world, 'olga', 'olga', honestKinds['ORCID only']?.show('olga', 0) ?? { by: 'email' });
  show(world, 'hank', 'hank', honestKinds[hank]?.show('hank', 0) ?? { by: 'email' });
  return world;
}

const newClaim = (by: string, strength: Strength, since: number): Claim => ({
  ...{ by, strength, since, stage: 'notice_period', noticeEnds: null },
  families: new Map(),
});

function advance(claim: Claim, event: ClaimEvent): boolean {
  const stage = nextClaimStage(claim.stage, event);
  if (stage) claim.stage = stage;
  return stage !== null;
}

/** Whether an account may hold a record beside those that it holds: weak owners have one of their own. */
function isSamePerson({ records }: World, by: string, on: Target): boolean {
  const held = targetIds.filter((each) => each !== on && records[each].claim?.by === by).map((each) => targetNames[each]);
  const own = weakOwnerIds.some((who) => attackerName(who) === by) ? ['Wim Weak'] : [];
  return [...held, ...own].every((name) => areNamesCompatible([targetNames[on]], [name]));
}

/** Claims a record with evidence, or objects to its claim, as claimAuthor and disputeClaim do. */
function show(world: World, by: string, on: Target, evidence: ClaimEvidence): void {
  const [record, strength] = [world.records[on], strengthOf(evidence)];
  const { claim } = record;
  if (claim && claim.by !== by) {
    object(world, by, on, evidence);
    return;
  }
  const { event } = claimDecision(evidence, isSamePerson(world, by, on));
  if (!claim) {
    const opened: Claim = { ...newClaim(by, strength, world.day), noticeEnds: world.day + noticeDays };
    opened.stage = nextClaimStage(null, event) ?? 'notice_period';
    record.claim = opened;
  } else if (strength === 'strong') {
    claim.strength = strength;
    advance(claim, 'accept_at_once');
  }
  const { families } = record.claim ?? newClaim(by, strength, world.day);
  const { family } = ruleOf(evidence.by);
  families.set(family, families.get(family) ?? world.day);
  if (isAttacker(by) && record.claim?.stage === 'accepted' && record.claim.strength === 'strong')
    world.breach ??= `${by} holds the record of ${on} at L3`;
}

function object(world: World, by: string, on: Target, evidence: ClaimEvidence): void {
  const record = world.records[on];
  const [claim, strength, { family }] = [record.claim, strengthOf(evidence), ruleOf(evidence.by)];
  if (!claim || !mayObject(strength, claim.stage)) return;
  const earlier = record.objections.filter(({ marks }) => marks);
  const mayMark = claim.stage === 'suspended' || overrulesClaim(strength, claim.strength) || mayFreeze(family, earlier);
  const [, second] = [...claim.families.values()].sort((one, other) => one - other);
  const support = { strength: claim.strength, twoFamiliesSince: second === undefined ? null : dateOf(second) };
  const marks = mayMark && stopsClaim(strength, claim.stage, support, dateOf(world.day));
  record.objections.push({ by, family, strength, marks, at: world.day });
  const event = marks ? disputeEvent(claim.stage, claim.strength) : null;
  if (event) advance(claim, event);
  if (event === 'object') claim.noticeEnds = null;
  if (isAttacker(by) && !isAttacker(claim.by) && marks && ['accepted', 'suspended'].includes(claim.stage))
    world.breach ??= `${by} freezes the record of ${on}`;
}

/** Ends what time alone ends on a day: suspensions, freezes and notices. */
function endDay(world: World): void {
  for (const on of targetIds) {
    const record = world.records[on];
    const { claim } = record;
    if (!claim) continue;
    const prover = record.objections.find(({ strength, at }) => strength === 'strong' && world.day - at >= suspensionDays);
    if (prover && claim.strength !== 'strong' && ['suspended', 'in_review'].includes(claim.stage)) {
      record.claim = { ...newClaim(prover.by, 'strong', world.day), stage: 'accepted' };
      if (isAttacker(prover.by)) world.breach ??= `${prover.by} gets the record of ${on}`;
      continue;
    }
    const isStopped = record.objections.some(({ marks, at }) => isFreezing({ marks, openedAt: dateOf(at) }, dateOf(world.day)));
    const isOverruled = record.objections.some(({ strength }) => overrulesClaim(strength, claim.strength));
    const isPaused = claim.stage === 'in_review' && claim.noticeEnds === null && record.objections.length > 0;
    if (isPaused && !isStopped && !isOverruled) {
      advance(claim, 'resume_notice');
      claim.noticeEnds = Math.max(claim.since + noticeDays, world.day + 1);
    }
    if (claim.stage === 'notice_period' && claim.noticeEnds !== null && claim.noticeEnds <= world.day) advance(claim, 'end_notice');
  }
}

function wait(world: World, days: number): void {
  for (let passed = 0; passed < days; passed += 1) {
    world.day += 1;
    endDay(world);
  }
  // The weekly check reads the iDs again.
  for (const [who, shown] of world.shown)
    for (const on of shown) {
      const id = world.holdings.get(who)?.id;
      if (id) show(world, attackerName(who), on, orcidEvidence(id, on, world.day));
    }
}

/** The level of an account: of the highest record that it owns; null without one. */
function levelOf({ records }: World, who: number): number | null {
  const levels: number[] = weakOwnerIds.some((each) => each === who) ? [2] : [];
  for (const on of targetIds) {
    const { claim } = records[on];
    if (claim?.by === attackerName(who) && claim.stage === 'accepted') levels.push(claim.strength === 'strong' ? 3 : 2);
  }
  return levels.length > 0 ? Math.max(...levels) : null;
}

function exercise(world: World, power: Power, who: number, on: Target): void {
  const [{ holder, endsAfterHours }, level, record] = [powers[power], levelOf(world, who), world.records[on]];
  const by = attackerName(who);
  if (record.claim?.by === by || (holder === 'owner' && !hasPower(level, power as LevelPower))) return;
  if (power === 'claim') show(world, by, on, { by: 'email' });
  const until = endsAfterHours === undefined ? null : world.day + endsAfterHours / 24;
  record.changes.push({ by, power, level, at: world.day, until });
}

function perform(world: World, step: Step): void {
  if ('wait' in step) {
    wait(world, step.wait);
    return;
  }
  if ('use' in step) {
    exercise(world, step.use, step.who, step.on);
    return;
  }
  const holdings = world.holdings.get(step.who) ?? { id: null };
  world.holdings.set(step.who, holdings);
  const evidence = performers[step.act](holdings, step.on, world.day);
  if (evidence.some(({ by }) => by === 'orcid')) world.shown.set(step.who, (world.shown.get(step.who) ?? new Set()).add(step.on));
  for (const each of evidence) show(world, attackerName(step.who), step.on, each);
}

/** The longest time for which anybody below L3 changes another person's record. */
const maxChangeDays = longNoticeDays;

/** Returns what the attackers have broken so far, or null. */
function findBreach(world: World): string | null {
  if (world.breach) return world.breach;
  for (const on of targetIds) {
    const { changes, claim } = world.records[on];
    const lasting = changes.find(({ level, at, until }) => (level ?? 0) < 3 && (until === null || until - at > maxChangeDays));
    if (lasting) return `${lasting.by} changes the record of ${on} by the power ${lasting.power}`;
    if (on === 'olga' && (claim?.by !== 'olga' || claim.stage !== 'accepted')) return 'an owner has lost her record';
    if (on === 'hank' && claim?.by !== 'hank') return 'an honest claim has ended';
  }
  return null;
}

/** Returns the honest people who do not reach their level in time after all that, without a reviewer. */
function findStopped(world: World): string | null {
  // Two freezes of different kinds, and a notice.
  const waiting = structuredClone({ ...world, holdings: new Map(), shown: new Map() });
  wait(waiting, longNoticeDays + 2 * freezeDays + 2);
  if (waiting.records.hank.claim?.stage !== 'accepted') return 'an honest claim is not accepted in time';
  for (const on of ['paula', 'nell'] as const)
    for (const [kind, { level, show: evidence, not }] of Object.entries(honestKinds)) {
      if (not?.includes(on) || (level === 2 && world.records[on].claim)) continue;
      const tried = structuredClone({ ...world, holdings: new Map(), shown: new Map() });
      show(tried, on, on, evidence(on, tried.day));
      wait(tried, level === 3 ? suspensionDays : noticeDays);
      const { claim } = tried.records[on];
      const reached = claim?.by === on && claim.stage === 'accepted' ? (claim.strength === 'strong' ? 3 : 2) : 0;
      if (reached < level) return `${on} (${kind}) does not reach L${level}`;
    }
  return null;
}

/** The kinds of honest people whose claim goes through the notice. */
export const noticeKinds = Object.keys(honestKinds).filter((kind) => honestKinds[kind]?.level === 2 && !honestKinds[kind]?.not);

/** Returns the first breach that a sequence of steps causes, or null. */
export function simulate(steps: readonly Step[], hank = 'none of these'): string | null {
  const world = createWorld(hank);
  for (const step of steps) {
    perform(world, step);
    const breach = findBreach(world);
    if (breach) return breach;
  }
  return findStopped(world);
}
