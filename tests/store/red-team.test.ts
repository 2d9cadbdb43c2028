import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { setClock } from '#lib/platform/clock.ts';
import { dialect } from '#lib/platform/db/columns.ts';
import type { FilledDatabase } from '../database.ts';
import { type Servers, startServers } from '../red-team/servers.ts';
import type { Act, Cast } from '../red-team/simulation.ts';

/**
 * Attacks on the guarantees of evidence-3. The attackers control invented iDs with works that they added themselves, mailboxes without the
 * person's name, bought domains, and write access to repositories. In any order and number of acts, they never reach L3 on a record of
 * somebody else, become reviewers, take or freeze an owned record, or hold the records of two people.
 */
let servers: Servers;
/** A database with the cast. Each attempt uses a copy. */
let castDatabase: FilledDatabase<Cast>;
let simulation: typeof import('../red-team/simulation.ts');
beforeAll(async () => {
  servers = await startServers();
  // Imported here because these modules read the addresses of the servers when they load.
  const { filledDatabase } = await import('../database.ts');
  simulation = await import('../red-team/simulation.ts');
  castDatabase = await filledDatabase(async (store) => {
    await simulation.registerUniversities(store);
    return simulation.createCast(store, servers, 'a');
  });
});
afterAll(async () => {
  await castDatabase.drop();
  await servers.stop();
});
afterEach(() => {
  for (const name of Object.keys(replaced)) delete replaced[name];
});

/** Returns the first breach that a sequence of acts causes, or null. */
async function runAttempt(acts: readonly Act[]): Promise<string | null> {
  setClock(() => new Date());
  const { store, drop } = await castDatabase.copy();
  const cast = { ...castDatabase.value, appointed: new Set(castDatabase.value.appointed) };
  try {
    for (const act of acts) {
      await simulation.performAct(store, servers, cast, act);
      const broken = await simulation.findBreach(store, cast);
      if (broken) return broken;
    }
    return null;
  } finally {
    await drop();
  }
}

/** Exports that a test can replace, by name. */
const { replaced, replaceable } = vi.hoisted(() => {
  type Rule = (...args: never[]) => unknown;
  const replaced: Record<string, Rule> = {};
  const replaceable = <M extends object>(module: M, ...names: (keyof M & string)[]): M => {
    const rules = names.map((name) => [name, (...args: never[]) => (replaced[name] ?? (module[name] as Rule))(...args)]);
    return { ...module, ...Object.fromEntries(rules) };
  };
  return { replaced, replaceable };
});
vi.mock('#lib/governance/claims/model/claim-names.ts', async (original) =>
  replaceable(await original<typeof import('#lib/governance/claims/model/claim-names.ts')>(), 'areNamesCompatible'),
);
vi.mock('#lib/governance/claims/model/objections.ts', async (original) =>
  replaceable(await original<typeof import('#lib/governance/claims/model/objections.ts')>(), 'mayObject', 'stopsClaim'),
);
vi.mock('#lib/portal/decisions/model/reviewers.ts', async (original) =>
  replaceable(await original<typeof import('#lib/portal/decisions/model/reviewers.ts')>(), 'isAppointed'),
);
vi.mock('#lib/portal/decisions/model/quorum.ts', async (original) =>
  replaceable(await original<typeof import('#lib/portal/decisions/model/quorum.ts')>(), 'decisionOf'),
);
vi.mock('#lib/portal/decisions/model/distance.ts', async (original) =>
  replaceable(await original<typeof import('#lib/portal/decisions/model/distance.ts')>(), 'tieBetween'),
);
/** Decides by a single vote. */
const decideByLastVote = (_: unknown, votes: readonly unknown[]) => votes.at(-1) ?? null;
/** Index of an attacker without a record; 0 and 1 have one each. */
const strangerIndex = 2;
const waitPastNotice: Act = { act: 'wait', days: 8 };

/** Known attacks, by the rule that stops each of them. */
const attacks: Record<string, Act[]> = {
  shared_work: [{ act: 'orcid', who: strangerIndex, on: 'paula', by: 'unrelated' }],
  asserted_by_other_party: [{ act: 'orcid', who: strangerIndex, on: 'paula', by: 'self' }],
  signs_as_this_author: [{ act: 'orcid', who: strangerIndex, on: 'paula', by: 'coauthor' }],
  orcid_age: [{ act: 'orcid', who: strangerIndex, on: 'paula', by: 'entry', young: true }],
  at_affiliation: [{ act: 'mail', who: strangerIndex, on: 'paula', address: 'mill' }],
  at_staff_host: [{ act: 'mail', who: strangerIndex, on: 'paula', address: 'shop' }],
  address_bears_name: [{ act: 'mail', who: strangerIndex, on: 'paula', address: 'student' }],
  address_fits_no_other_author: [{ act: 'mail', who: strangerIndex, on: 'nell', address: 'twin' }],
  issuer_is_bounded: [{ act: 'login', who: strangerIndex, on: 'paula', as: 'unbounded' }],
  issuer_names_author: [{ act: 'login', who: strangerIndex, on: 'paula', as: 'initial' }],
  issuer_says_staff: [{ act: 'login', who: strangerIndex, on: 'paula', as: 'student' }],
  fits_no_namesake: [{ act: 'login', who: strangerIndex, on: 'nell', as: 'namesake' }],
  printed_at_institution: [{ act: 'mail', who: strangerIndex, on: 'paula', address: 'startup', printed: true }],
  firmly_printed: [{ act: 'mail', who: strangerIndex, on: 'paula', address: 'student', printed: true }],
  named_as_own_page: [{ act: 'domain', who: strangerIndex, on: 'paula', which: 'project' }],
  registered_before: [{ act: 'domain', who: strangerIndex, on: 'olga', which: 'home' }],
  printed_committer: [{ act: 'repository', who: strangerIndex, on: 'paula', how: 'register' }],
  // Variants with further steps, which other rules stop.
  'a tool that adds what its user chooses': [{ act: 'orcid', who: strangerIndex, on: 'paula', by: 'wizard' }],
  'N1: a co-author renames the own iD, and no publisher lists iDs': [{ act: 'orcid', who: strangerIndex, on: 'paula', by: 'renamed' }],
  'a deposit of the same title and names that a registry adds': [{ act: 'orcid', who: strangerIndex, on: 'paula', by: 'deposit' }],
  'an identifier put into the group of another work': [{ act: 'orcid', who: strangerIndex, on: 'paula', by: 'grouped' }],
  'a commit in the name of the owner': [{ act: 'repository', who: strangerIndex, on: 'paula', how: 'forge' }],
  'C1: a made-up iD, a mailbox and an offer to review': [
    { act: 'orcid', who: strangerIndex, on: 'paula', by: 'self' },
    waitPastNotice,
    { act: 'mail', who: strangerIndex, on: 'paula', address: 'student' },
    { act: 'volunteer', who: strangerIndex },
    { act: 'orcid', who: 3, on: 'olga', by: 'self' },
  ],
  'one account, three people': [
    { act: 'account', who: strangerIndex, on: 'paula' },
    { act: 'account', who: strangerIndex, on: 'nell' },
    waitPastNotice,
  ],
  'rivals of an owner with made-up iDs': [
    { act: 'orcid', who: strangerIndex, on: 'olga', by: 'self' },
    { act: 'orcid', who: 3, on: 'olga', by: 'wizard' },
    { act: 'mail', who: 0, on: 'olga', address: 'student' },
  ],
  'an offer to review, with a role that an earlier version gave': [{ act: 'volunteer', who: 0 }],
  'a rival and a vote of a friend': [
    { act: 'page', who: 2, on: 'hank' },
    { act: 'appointed', who: 0 },
    { act: 'vote', who: 0 },
  ],
  'a rival and two votes of one university': [
    { act: 'page', who: 2, on: 'hank' },
    { act: 'appointed', who: 0 },
    { act: 'appointed', who: 1 },
    { act: 'vote', who: 0 },
    { act: 'vote', who: 1 },
  ],
  'a domain that was accepted as fair and shown again': [
    { act: 'domain', who: strangerIndex, on: 'paula', which: 'project' },
    waitPastNotice,
    { act: 'domain', who: strangerIndex, on: 'paula', which: 'project' },
    { act: 'page', who: strangerIndex, on: 'paula' },
    { act: 'recheck' },
  ],
};

const target = fc.constantFrom('paula' as const, 'olga' as const, 'nell' as const, 'hank' as const);
const attacker = fc.integer({ min: 0, max: 3 });
const anyAct: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    act: fc.constant('orcid' as const),
    who: attacker,
    on: target,
    by: fc.constantFrom(
      'self' as const,
      'wizard' as const,
      'grouped' as const,
      'coauthor' as const,
      'renamed' as const,
      'press' as const,
      'deposit' as const,
      'unrelated' as const,
    ),
    young: fc.boolean(),
  }),
  fc.record({
    act: fc.constant('mail' as const),
    who: attacker,
    on: target,
    address: fc.constantFrom(
      'student' as const,
      'initial' as const,
      'role' as const,
      'startup' as const,
      'mill' as const,
      'twin' as const,
      'shop' as const,
    ),
    printed: fc.boolean(),
  }),
  fc.record({ act: fc.constant('account' as const), who: attacker, on: target }),
  fc.record({
    act: fc.constant('domain' as const),
    who: attacker,
    on: target,
    which: fc.constantFrom('project' as const, 'home' as const),
  }),
  fc.record({
    act: fc.constant('repository' as const),
    who: attacker,
    on: target,
    how: fc.constantFrom('push' as const, 'forge' as const, 'register' as const, 'other' as const),
  }),
  fc.record({ act: fc.constant('page' as const), who: attacker, on: target }),
  fc.record({
    act: fc.constant('login' as const),
    who: attacker,
    on: target,
    as: fc.constantFrom('nobody' as const, 'student' as const, 'initial' as const, 'unbounded' as const),
  }),
  fc.record({ act: fc.constant('volunteer' as const), who: attacker }),
  fc.record({ act: fc.constant('vote' as const), who: attacker }),
  fc.constant({ act: 'recheck' as const }),
  fc.record({ act: fc.constant('wait' as const), days: fc.constantFrom(1, 8, 100) }),
);

const runs = dialect === 'postgres' ? 6 : 40;

describe('accounts that share no secret with a person', () => {
  test('never reach L3 on the record, become reviewers, or take it from its owner, in any sequence of commands', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyAct, { minLength: 1, maxLength: 8 }), async (acts) => {
        expect(await runAttempt(acts)).toBeNull();
      }),
      { numRuns: runs },
    );
  });

  test('gain nothing by known attacks', async () => {
    for (const [name, acts] of Object.entries(attacks)) expect(await runAttempt(acts), name).toBeNull();
  });
});

describe('the property fails if a rule is switched off:', () => {
  const bindingRuleIds = Object.keys(attacks).slice(0, 17);
  test.each(bindingRuleIds)('%s', async (id) => {
    const { proofRules } = await import('#lib/governance/claims/model/proof-methods.ts');
    const rules = Object.values(proofRules).flatMap(({ bindings }) => [...bindings].filter((rule) => rule.id === id));
    const replacements = rules.map((rule) => vi.spyOn(rule, 'holds').mockReturnValue(true));
    try {
      expect(await runAttempt(attacks[id] ?? [])).not.toBeNull();
    } finally {
      for (const holds of replacements) holds.mockRestore();
    }
  });

  const policies: [string, string, Record<string, (...args: never[]) => unknown>][] = [
    ['one account is one person', 'one account, three people', { areNamesCompatible: () => true }],
    [
      'only a strong proof freezes an owned record',
      'rivals of an owner with made-up iDs',
      { mayObject: () => true, stopsClaim: () => true },
    ],
    ['another account appoints a reviewer', 'an offer to review, with a role that an earlier version gave', { isAppointed: () => true }],
    ['two votes decide whose a record is', 'a rival and a vote of a friend', { decisionOf: decideByLastVote }],
    ['the two are independent of each other', 'a rival and two votes of one university', { tieBetween: () => null }],
  ];
  test.each(policies)('%s', async (_, attack, rules) => {
    Object.assign(replaced, rules);
    expect(await runAttempt(attacks[attack] ?? [])).not.toBeNull();
  });

  test('every rule of evidence-3 is part of the property', async () => {
    const { bindingRules } = await import('#lib/governance/claims/model/proofs.ts');
    expect([...bindingRuleIds].sort()).toEqual(Object.keys(bindingRules).sort());
  });
});
